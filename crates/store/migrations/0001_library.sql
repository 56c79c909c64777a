-- The first shape of a library. Files in this folder are only ever added, never changed once released.

CREATE TABLE series (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         INTEGER NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX series_by_name ON series (name);

CREATE TABLE books (
    key               INTEGER PRIMARY KEY AUTOINCREMENT,
    id                INTEGER NOT NULL UNIQUE,
    series            INTEGER NOT NULL REFERENCES series (key),
    title             TEXT    NOT NULL,
    title_translation TEXT,
    author            TEXT,
    source_language   TEXT,
    target_language   TEXT,
    format            TEXT    NOT NULL,
    file_name         TEXT    NOT NULL,
    digest            BLOB    NOT NULL UNIQUE,
    n_chapters        INTEGER NOT NULL,
    n_paragraphs      INTEGER NOT NULL,
    n_work            INTEGER NOT NULL,
    created_at        INTEGER NOT NULL
) STRICT;
CREATE INDEX books_by_series ON books (series);

-- The file as it came, in a table of its own so that no listing ever pages through it.
CREATE TABLE originals (
    book  INTEGER PRIMARY KEY REFERENCES books (key) ON DELETE CASCADE,
    bytes BLOB    NOT NULL
) STRICT;

-- The key of a chapter or paragraph is its book's key in the upper and its own number in the lower 32 bits: looking
-- one up by its id is a row lookup, and a book is one range of rows here and in the search tables.
CREATE TABLE chapters (
    key               INTEGER PRIMARY KEY,
    book              INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    number            INTEGER NOT NULL,
    title             TEXT    NOT NULL,
    title_translation TEXT,
    volume            TEXT,
    matter            TEXT    NOT NULL,
    n_paragraphs      INTEGER NOT NULL,
    n_work            INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX chapters_in_order ON chapters (book, number);

CREATE TABLE paragraphs (
    key      INTEGER PRIMARY KEY,
    book     INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter  INTEGER NOT NULL REFERENCES chapters (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    idx      INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    tags     TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    part     INTEGER NOT NULL,
    block    INTEGER NOT NULL,
    is_empty INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX paragraphs_in_order ON paragraphs (book, position);
CREATE INDEX paragraphs_with_text_in_order ON paragraphs (book, position) WHERE is_empty = 0;
CREATE UNIQUE INDEX paragraphs_in_chapter ON paragraphs (chapter, idx);

CREATE TRIGGER source_text_never_changes BEFORE UPDATE OF text, tags ON paragraphs
BEGIN
    SELECT RAISE (ABORT, 'the source text of a paragraph never changes');
END;

CREATE TABLE versions (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    text       TEXT    NOT NULL,
    author     TEXT    NOT NULL,
    by_person  INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX versions_of_paragraph ON versions (paragraph);

CREATE TRIGGER versions_never_change BEFORE UPDATE ON versions
BEGIN
    SELECT RAISE (ABORT, 'a version is appended and never changes');
END;

-- What changes about a paragraph stands apart from its source, and only once something was done to it.
CREATE TABLE selections (
    paragraph INTEGER PRIMARY KEY REFERENCES paragraphs (key) ON DELETE CASCADE,
    book      INTEGER NOT NULL,
    chapter   INTEGER NOT NULL,
    version   INTEGER REFERENCES versions (key),
    locked    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX selections_translated ON selections (book, chapter, version) WHERE version IS NOT NULL;
CREATE INDEX selections_by_version ON selections (version);

CREATE TABLE changes (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    who        TEXT    NOT NULL,
    run        INTEGER,
    task       INTEGER,
    note       TEXT    NOT NULL,
    is_undo    INTEGER NOT NULL,
    undone_by  INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_of_book ON changes (book, key);
CREATE INDEX changes_undone_by ON changes (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX changes_of_run ON changes (run) WHERE run IS NOT NULL;

-- What each edit did, with what it replaced; enough to take it back.
CREATE TABLE edits (
    change  INTEGER NOT NULL REFERENCES changes (key) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    effect  TEXT    NOT NULL,
    PRIMARY KEY (change, ordinal)
) STRICT, WITHOUT ROWID;

-- Two-character pieces of the folded text, made by the program. The rowid is the book's key in the upper and the
-- paragraph's position in the lower 32 bits: matches come in reading order by themselves, and a page of them is read
-- without looking at the rest. Non-ASCII characters are all token characters for the `ascii` tokenizer, so nothing
-- here depends on a version of Unicode.
CREATE VIRTUAL TABLE source_grams USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE VIRTUAL TABLE translation_grams USING fts5 (grams, content = '', contentless_delete = 1, tokenize = 'ascii');

CREATE TABLE runs (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         INTEGER NOT NULL UNIQUE,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    wish       TEXT    NOT NULL,
    outcome    TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_of_book ON runs (book, key);

CREATE TABLE tasks (
    key             INTEGER PRIMARY KEY AUTOINCREMENT,
    id              INTEGER NOT NULL UNIQUE,
    run             INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    book            INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    chapter         INTEGER NOT NULL,
    machine         TEXT    NOT NULL,
    machine_version INTEGER NOT NULL,
    outcome         TEXT,
    n_steps         INTEGER NOT NULL DEFAULT 0,
    n_lines         INTEGER NOT NULL DEFAULT 0,
    input           INTEGER NOT NULL DEFAULT 0,
    cached_input    INTEGER NOT NULL DEFAULT 0,
    output          INTEGER NOT NULL DEFAULT 0,
    reasoning       INTEGER NOT NULL DEFAULT 0,
    cost_micros     INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX tasks_of_run ON tasks (run, key);
CREATE INDEX tasks_unfinished ON tasks (run, key) WHERE outcome IS NULL;

CREATE TABLE steps (
    task         INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    change       INTEGER,
    input        INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output       INTEGER NOT NULL,
    reasoning    INTEGER NOT NULL,
    cost_micros  INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (task, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE transcript (
    key  INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    line INTEGER NOT NULL,
    step INTEGER NOT NULL,
    json TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX transcript_in_order ON transcript (task, line);

CREATE TABLE task_paragraphs (
    task      INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    paragraph INTEGER NOT NULL,
    ordinal   INTEGER NOT NULL,
    state     TEXT    NOT NULL,
    reason    TEXT,
    PRIMARY KEY (task, paragraph)
) STRICT, WITHOUT ROWID;

CREATE TABLE todos (
    task       INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    json       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (task, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE questions (
    task       INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    json       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (task, number)
) STRICT, WITHOUT ROWID;

-- Who is working on a book right now; a claim that is not renewed runs out by itself.
CREATE TABLE claims (
    book     INTEGER PRIMARY KEY REFERENCES books (key) ON DELETE CASCADE,
    run      INTEGER NOT NULL,
    holder   TEXT    NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;
