-- The schema of a library in SQLite. A change raises `FORMAT` in src/sql/mod.rs, and is made in postgres.sql as well.

CREATE TABLE library (
    key      INTEGER PRIMARY KEY CHECK (key = 1),
    -- Where the library was moved to. From then on nothing is changed here.
    moved_to TEXT
) STRICT;
INSERT INTO library (key) VALUES (1);

CREATE TABLE series (
    key                INTEGER PRIMARY KEY AUTOINCREMENT,
    id                 INTEGER NOT NULL UNIQUE,
    name               TEXT    NOT NULL,
    created_at         INTEGER NOT NULL,
    -- Grows with every commit that changes an entry, so that whoever keeps something made from them knows when it is old.
    knowledge_revision INTEGER NOT NULL DEFAULT 0,
    n_places           INTEGER NOT NULL DEFAULT 0,
    -- What a person asks of every translation of a series, beyond our own rules.
    instructions       TEXT
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
    created_at        INTEGER NOT NULL,
    -- How many newer files of the book have been imported.
    revision          INTEGER NOT NULL DEFAULT 0,
    -- A book's place in its series, counted from zero. It never changes and is never given twice while the series stands, so
    -- that a moment of the story keeps its meaning when another volume comes or goes.
    place             INTEGER NOT NULL DEFAULT 0,
    -- What a person asks of every translation of a book, or of one chapter of it, beyond our own rules.
    instructions      TEXT,
    -- How the file of a book was read: the version of the reader and what was decided for this file. Export and proof read
    -- it in the same way again. Books from before versions were counted have version 1.
    reading           TEXT    NOT NULL DEFAULT '1',
    -- Whether a translated title is a person's own: no model replaces it. Titles from before this was kept are a person's where
    -- a person once gave exactly this title.
    title_by_person   INTEGER NOT NULL DEFAULT 0,
    -- What becomes of a translator's notes in a book: `footnotes` or `none`; NULL leaves it to the style in the settings.
    notes             TEXT    CHECK (notes IN ('footnotes', 'none')),
    -- When it was put into the trash; NULL while it is on the shelf.
    removed_at        INTEGER
) STRICT;
CREATE INDEX books_by_series ON books (series);

-- The file as it came, in a table of its own so that no listing ever pages through it.
CREATE TABLE originals (
    book   INTEGER PRIMARY KEY REFERENCES books (key) ON DELETE CASCADE,
    bytes  BLOB    NOT NULL,
    -- The digest of the object that has the bytes of an original; nothing where they are in the row. Only libraries in PostgreSQL
    -- have such objects, and both databases have the same columns, so that a library can be moved.
    object TEXT,
    -- A large original in pieces, because whoever writes or reads one row has all of it in memory several times. `pieces` is the digest
    -- that the pieces of a file are found by; nothing where the row has its bytes, or an object has them.
    pieces TEXT
) STRICT;

-- The key of a chapter or paragraph is its book's key in the upper and its own number in the lower 32 bits.
CREATE TABLE chapters (
    key               INTEGER PRIMARY KEY,
    book              INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    number            INTEGER NOT NULL,
    title             TEXT    NOT NULL,
    title_translation TEXT,
    volume            TEXT,
    matter            TEXT    NOT NULL,
    n_paragraphs      INTEGER NOT NULL,
    n_work            INTEGER NOT NULL,
    instructions      TEXT,
    title_by_person   INTEGER NOT NULL DEFAULT 0
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
    is_empty INTEGER NOT NULL,
    -- The revision that the paragraph's present words came with. Spaces and the file's layout do not count as words.
    source   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX paragraphs_in_order ON paragraphs (book, position);
CREATE INDEX paragraphs_with_text_in_order ON paragraphs (book, position) WHERE is_empty = 0;
CREATE UNIQUE INDEX paragraphs_in_chapter ON paragraphs (chapter, idx);

CREATE TABLE versions (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    text       TEXT    NOT NULL,
    author     TEXT    NOT NULL,
    by_person  INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- What a version was made from: the words of its paragraph, the language it was to be in. Whether it was written as a
    -- suggestion.
    source     INTEGER NOT NULL DEFAULT 0,
    target     TEXT,
    suggested  INTEGER NOT NULL DEFAULT 0,
    person     INTEGER REFERENCES people (key)
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
    created_at INTEGER NOT NULL,
    -- What a change did stands with the change, as one list: a chunk is one row of history instead of two for each paragraph.
    effects    TEXT    NOT NULL DEFAULT '[]',
    -- Who it was, or for whom a model did it. Nothing where nobody was logged in.
    person     INTEGER REFERENCES people (key),
    -- The first of the changes that were made together in several books; one undo takes all of them back.
    made_with  INTEGER
) STRICT;
CREATE INDEX changes_made_together ON changes (made_with) WHERE made_with IS NOT NULL;
CREATE INDEX changes_of_book ON changes (book, key);
CREATE INDEX changes_undone_by ON changes (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX changes_of_run ON changes (run) WHERE run IS NOT NULL;

CREATE TABLE runs (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         INTEGER NOT NULL UNIQUE,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    wish       TEXT    NOT NULL,
    outcome    TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- How many chunks a run has, as far as it was planned; and the file it is to be written to, until it is written.
    n_chunks   INTEGER NOT NULL DEFAULT 0,
    output     TEXT,
    -- Numbers of events never restart. Whoever begins to work on a run, or to serve the library, counts up here first, and its
    -- events have this count in their upper bits.
    n_sessions INTEGER NOT NULL DEFAULT 0,
    -- The number of the run's last event; none while it works, and after a session that nobody could follow to its end.
    last_event INTEGER,
    person     INTEGER REFERENCES people (key)
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
    -- Which model a step was paid to: a run may fall back on others, and go on with another. Steps from before have none.
    model        TEXT,
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
    task        INTEGER NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    json        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    -- Who answered; nothing in a library of one person, and where the answer was given before this was kept.
    resolved_by INTEGER REFERENCES people (key),
    PRIMARY KEY (task, number)
) STRICT, WITHOUT ROWID;

-- Who is working on a book right now; a claim that is not renewed runs out by itself.
CREATE TABLE claims (
    book     INTEGER PRIMARY KEY REFERENCES books (key) ON DELETE CASCADE,
    run      INTEGER NOT NULL,
    holder   TEXT    NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX versions_suggested ON versions (paragraph, key) WHERE suggested = 1;

-- Suggestions a person does not want to see again.
CREATE TABLE rejections (
    version INTEGER PRIMARY KEY REFERENCES versions (key) ON DELETE CASCADE
) STRICT;

-- What a paragraph said before the revision `until`.
CREATE TABLE former_sources (
    paragraph INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    until     INTEGER NOT NULL,
    source    INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    tags      TEXT    NOT NULL,
    PRIMARY KEY (paragraph, until)
) STRICT, WITHOUT ROWID;

-- The file a book was read from before the revision `until`.
CREATE TABLE former_originals (
    key       INTEGER PRIMARY KEY,
    book      INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    until     INTEGER NOT NULL,
    file_name TEXT    NOT NULL,
    format    TEXT    NOT NULL,
    digest    BLOB    NOT NULL,
    bytes     BLOB    NOT NULL,
    reading   TEXT    NOT NULL DEFAULT '1',
    object    TEXT,
    pieces    TEXT
) STRICT;
CREATE UNIQUE INDEX former_originals_of_book ON former_originals (book, until);
CREATE INDEX former_originals_by_digest ON former_originals (digest);
CREATE TRIGGER former_sources_never_change BEFORE UPDATE ON former_sources
BEGIN
    SELECT RAISE (ABORT, 'what a paragraph once said never changes');
END;
CREATE TRIGGER former_originals_never_change BEFORE UPDATE ON former_originals
BEGIN
    SELECT RAISE (ABORT, 'a former original never changes');
END;
CREATE TRIGGER source_text_never_changes BEFORE UPDATE OF text, tags ON paragraphs
WHEN NOT EXISTS (
    SELECT 1 FROM former_sources f JOIN books b ON b.key = OLD.book
    WHERE f.paragraph = OLD.key AND f.until = b.revision AND f.text = OLD.text AND f.tags = OLD.tags
)
BEGIN
    SELECT RAISE (ABORT, 'the source text of a paragraph never changes without being kept');
END;

-- What a series knows: terms, characters, memories and summaries.
CREATE TABLE knowledge (
    key        INTEGER PRIMARY KEY AUTOINCREMENT,
    series     INTEGER NOT NULL REFERENCES series (key) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    chapter    INTEGER REFERENCES chapters (key) ON DELETE CASCADE,
    lookup     TEXT    NOT NULL,
    standing   TEXT    NOT NULL,
    value      TEXT    NOT NULL,
    mark       INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX knowledge_by_number ON knowledge (series, kind, number);
CREATE INDEX knowledge_in_order ON knowledge (series, kind);
CREATE INDEX knowledge_by_lookup ON knowledge (series, kind, lookup);
CREATE INDEX knowledge_of_chapter ON knowledge (chapter) WHERE chapter IS NOT NULL;

-- What a task was told, in one row however many entries and paragraphs it had.
CREATE TABLE task_knowledge (
    task     INTEGER PRIMARY KEY REFERENCES tasks (key) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    entries  TEXT    NOT NULL
) STRICT;

-- What checks found in a version when it was made and what they mended on the way; only where there was something.
CREATE TABLE version_notes (
    version INTEGER PRIMARY KEY REFERENCES versions (key) ON DELETE CASCADE,
    note    TEXT    NOT NULL
) STRICT;
CREATE TRIGGER version_notes_never_change BEFORE UPDATE ON version_notes
BEGIN
    SELECT RAISE (ABORT, 'what was said about a version never changes');
END;

-- Findings a person has looked at. Each holds as long as source and translation are those of the digest.
CREATE TABLE acknowledgements (
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    check_code TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    person     INTEGER REFERENCES people (key),
    PRIMARY KEY (paragraph, check_code)
) STRICT, WITHOUT ROWID;

-- Conversations with the assistant about a book, kept whole.
CREATE TABLE chats (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    id           INTEGER NOT NULL UNIQUE,
    book         INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    title        TEXT    NOT NULL,
    input        INTEGER NOT NULL DEFAULT 0,
    cached_input INTEGER NOT NULL DEFAULT 0,
    output       INTEGER NOT NULL DEFAULT 0,
    reasoning    INTEGER NOT NULL DEFAULT 0,
    cost_micros  INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    person       INTEGER REFERENCES people (key)
) STRICT;
CREATE INDEX chats_of_book ON chats (book, updated_at);

CREATE TABLE chat_lines (
    chat       INTEGER NOT NULL REFERENCES chats (key) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    change     INTEGER,
    json       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (chat, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER chat_lines_never_change BEFORE UPDATE ON chat_lines
BEGIN
    SELECT RAISE (ABORT, 'what was said never changes');
END;

-- Pages of folded text, which search reads.
CREATE TABLE source_pages (
    key  INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

CREATE TABLE translation_pages (
    key  INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

-- How many servers have been on this library.
CREATE TABLE servings (
    key        INTEGER PRIMARY KEY CHECK (key = 1),
    n_sessions INTEGER NOT NULL
) STRICT;

-- What a model that was asked thinks of a translation, and what asking has cost.
CREATE TABLE opinions (
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    model      TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    opinions   TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (paragraph, model)
) STRICT, WITHOUT ROWID;

-- Batches of requests that were handed in to a service and are answered later, with what came of them.
CREATE TABLE batches (
    key    INTEGER PRIMARY KEY AUTOINCREMENT,
    run    INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    record TEXT    NOT NULL,
    UNIQUE (run, name)
) STRICT;

-- What asking models for second opinions has cost: one row for each book and model.
CREATE TABLE opinion_costs (
    book         INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    model        TEXT    NOT NULL,
    n_requests   INTEGER NOT NULL,
    input        INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output       INTEGER NOT NULL,
    reasoning    INTEGER NOT NULL,
    cost_micros  INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (book, model)
) STRICT, WITHOUT ROWID;

-- What a rehearsal wrote: a layer of its own that is thrown away rather than kept.
CREATE TABLE rehearsals (
    paragraph INTEGER PRIMARY KEY REFERENCES paragraphs (key) ON DELETE CASCADE,
    book      INTEGER NOT NULL,
    chapter   INTEGER NOT NULL,
    text      TEXT    NOT NULL
) STRICT;
CREATE INDEX rehearsals_of_book ON rehearsals (book, chapter);

-- The rehearsed titles; chapter zero is the book itself.
CREATE TABLE rehearsal_titles (
    book    INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter INTEGER NOT NULL,
    title   TEXT    NOT NULL,
    PRIMARY KEY (book, chapter)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER rehearsal_gives_way_to_a_first_selection AFTER INSERT ON selections WHEN NEW.version IS NOT NULL
BEGIN
    DELETE FROM rehearsals WHERE paragraph = NEW.paragraph;
END;
CREATE TRIGGER rehearsal_gives_way_to_a_selection AFTER UPDATE OF version ON selections WHEN NEW.version IS NOT NULL
BEGIN
    DELETE FROM rehearsals WHERE paragraph = NEW.paragraph;
END;
CREATE TRIGGER rehearsal_ends_with_its_setting AFTER UPDATE OF target_language, revision ON books
WHEN OLD.target_language IS NOT NEW.target_language OR OLD.revision <> NEW.revision
BEGIN
    DELETE FROM rehearsals WHERE book = NEW.key;
    DELETE FROM rehearsal_titles WHERE book = NEW.key;
END;

-- What a person thinks of a version. Without a row it is a draft.
CREATE TABLE reviews (
    version    INTEGER PRIMARY KEY REFERENCES versions (key) ON DELETE CASCADE,
    state      TEXT    NOT NULL,
    who        TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    person     INTEGER REFERENCES people (key)
) STRICT;

-- What people say about a paragraph.
CREATE TABLE comments (
    paragraph   INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    author      TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    resolved_at INTEGER , person INTEGER REFERENCES people (key), resolved_by INTEGER REFERENCES people (key),
    PRIMARY KEY (paragraph, number)
) STRICT, WITHOUT ROWID;

-- Processes that take runs from the queue.
CREATE TABLE workers (
    key         INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL UNIQUE,
    -- The lock its session holds in a database that has such locks.
    lock_key    INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    until_ms    INTEGER NOT NULL,
    is_draining INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE queued_runs (
    run         INTEGER PRIMARY KEY REFERENCES runs (key) ON DELETE CASCADE,
    queued_at   INTEGER NOT NULL,
    not_before  INTEGER NOT NULL,
    worker      INTEGER REFERENCES workers (key),
    -- Counts how often the run was taken; every write of a taker is refused once another has taken it.
    epoch       INTEGER NOT NULL DEFAULT 0,
    -- Steps of the run when it was last taken, and how many takers in a row died without one more.
    n_steps     INTEGER NOT NULL DEFAULT 0,
    n_crashes   INTEGER NOT NULL DEFAULT 0,
    is_stopping INTEGER NOT NULL DEFAULT 0,
    -- Why no worker takes it any more.
    failure     TEXT
) STRICT;
CREATE INDEX queued_runs_by_worker ON queued_runs (worker);

CREATE VIEW present_workers AS SELECT key, until_ms FROM workers;

-- People of a team. A library without any is one person's own: it has no accounts, and nobody's name is noted anywhere.
CREATE TABLE people (
    key        INTEGER PRIMARY KEY,
    -- Nothing once the person was removed: what they did stays, under no name.
    name       TEXT,
    -- What they log in with, in lower case.
    login      TEXT    UNIQUE,
    password   TEXT,
    -- What they may do in the whole library; nothing where they were invited to single books.
    role       TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;

-- What somebody may do in one book, whatever they may do elsewhere.
CREATE TABLE book_roles (
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    role       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (person, book)
) STRICT, WITHOUT ROWID;

-- What lets somebody in: the session of a browser, or a token for a program. Only the digest of the secret is kept.
CREATE TABLE credentials (
    key        INTEGER PRIMARY KEY,
    digest     TEXT    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    -- The browser, or what the token was called.
    name       TEXT    NOT NULL,
    -- No more than this, whatever the person may do.
    role       TEXT,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL,
    -- The token that made this one; it ends with that one.
    made_by    INTEGER REFERENCES credentials (key) ON DELETE CASCADE
) STRICT;
CREATE INDEX credentials_of_person ON credentials (person);
CREATE INDEX credentials_made ON credentials (made_by);

-- Links that make somebody a member, each of them once. Only the digest of the secret is kept.
CREATE TABLE invitations (
    key        INTEGER PRIMARY KEY,
    digest     TEXT    NOT NULL UNIQUE,
    role       TEXT    NOT NULL,
    book       INTEGER REFERENCES books (key) ON DELETE CASCADE,
    made_by    INTEGER REFERENCES people (key),
    created_at INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL,
    used_by    INTEGER REFERENCES people (key)
) STRICT;

-- Who logged in, let in, changed a role, made a token, took a book out; never rewritten.
CREATE TABLE audit (
    key        INTEGER PRIMARY KEY,
    person     INTEGER REFERENCES people (key),
    action     TEXT    NOT NULL,
    about      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Accounts at a login service (OpenID Connect) that members come in with.
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_of_person ON identities (person);

-- Browsers in which somebody has logged in before. Only the digest of what the browser carries is kept.
CREATE TABLE devices (
    digest  TEXT    NOT NULL PRIMARY KEY,
    person  INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_of_person ON devices (person);

-- What may be spent in a month: by the whole library, for one person, on one book. Money is in millionths of a dollar.
CREATE TABLE budgets (
    key          INTEGER PRIMARY KEY,
    -- `library`, `person:` or `book:` with the key.
    scope        TEXT    NOT NULL UNIQUE,
    person       INTEGER REFERENCES people (key) ON DELETE CASCADE,
    book         INTEGER REFERENCES books (key) ON DELETE CASCADE,
    limit_micros INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;

-- What was spent, added up by month (202611), book and person. Several rows may be about the same.
CREATE TABLE spending (
    key    INTEGER PRIMARY KEY,
    month  INTEGER NOT NULL,
    -- Nothing once the book was removed.
    book   INTEGER REFERENCES books (key) ON DELETE SET NULL,
    person INTEGER REFERENCES people (key),
    micros INTEGER NOT NULL
) STRICT;
CREATE INDEX spending_by_month ON spending (month, book, person);

-- What sessions have set aside. The sum of what is spent and what is set aside never passes a budget.
CREATE TABLE allowances (
    -- Never given twice: a session whose allowance is gone must not renew another's.
    key             INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Nothing for what is no run: a conversation, a second opinion.
    run             INTEGER REFERENCES runs (key) ON DELETE CASCADE,
    book            INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    person          INTEGER REFERENCES people (key),
    -- By the library's clock; who has not renewed it by then is gone.
    until_ms        INTEGER NOT NULL,
    renewed_at      INTEGER NOT NULL,
    -- Nothing where no budget limits it.
    allowed_micros  INTEGER,
    -- What of it is in `spending` by now.
    booked_micros   INTEGER NOT NULL DEFAULT 0,
    -- The most that may have been spent beyond what the steps of the run say.
    promised_micros INTEGER NOT NULL DEFAULT 0,
    -- What the steps of the run had cost when it was set aside.
    before_micros   INTEGER NOT NULL DEFAULT 0,
    -- What the steps of the run said when `promised_micros` was written: a session may spend no more than both together without asking
    -- again, however many steps come in since. Nothing where that is not known: no budget limits the session, or an earlier version wrote it.
    stepped_micros  INTEGER
) STRICT;
CREATE INDEX allowances_of_run ON allowances (run);

-- Sessions that use a key, which is named by a digest, so that each takes its share of what the key allows in a minute.
CREATE TABLE key_users (
    key_digest TEXT    NOT NULL,
    user_name  TEXT    NOT NULL,
    until_ms   INTEGER NOT NULL,
    PRIMARY KEY (key_digest, user_name)
) STRICT, WITHOUT ROWID;

-- Keys of services that belong to the library, sealed under a key that is not in it.
CREATE TABLE sealed_keys (
    variable   TEXT    PRIMARY KEY,
    sealed     BLOB    NOT NULL,
    person     INTEGER REFERENCES people (key),
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Work of a team: chapters that were given to a member, what a member is to know, and who did what.
CREATE TABLE assignments (
    key        INTEGER PRIMARY KEY,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter    INTEGER NOT NULL REFERENCES chapters (key) ON DELETE CASCADE,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    -- translate or review
    work       TEXT    NOT NULL,
    -- open, done or returned
    state      TEXT    NOT NULL,
    -- The day it is wanted by, as in 2026-11-17.
    due        TEXT,
    note       TEXT    NOT NULL,
    made_by    INTEGER REFERENCES people (key),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- The due day that the member was reminded of.
    reminded   TEXT
) STRICT;
CREATE UNIQUE INDEX assignments_of_person ON assignments (person, chapter, work);
CREATE INDEX assignments_of_book ON assignments (book, chapter);

-- What a member is to know. Unread ones of the same kind, chapter and person are one row with a number.
CREATE TABLE notices (
    key        INTEGER PRIMARY KEY,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter    INTEGER,
    paragraph  INTEGER,
    by_person  INTEGER REFERENCES people (key),
    n          INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    read_at    INTEGER,
    -- 0: not in a mail; 1: in the mail under way; 2: in a mail that was sent, or older than the choice to get any.
    mailed     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX notices_of_person ON notices (person, key);
CREATE INDEX notices_unread ON notices (person, book) WHERE read_at IS NULL;

-- What was done in a book beside its changes, which have a history of their own; never rewritten.
CREATE TABLE activity (
    key        INTEGER PRIMARY KEY,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    person     INTEGER REFERENCES people (key),
    kind       TEXT    NOT NULL,
    chapter    INTEGER,
    paragraph  INTEGER,
    -- Whom it was about.
    about      INTEGER REFERENCES people (key),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_of_book ON activity (book, key);

-- Where the notices of a member are mailed to, how often, and the mail under way. Nobody without a row gets mail.
CREATE TABLE digests (
    person       INTEGER NOT NULL PRIMARY KEY REFERENCES people (key) ON DELETE CASCADE,
    -- Nothing where they have no address; then nothing is mailed.
    address      TEXT,
    -- never, hourly or daily
    frequency    TEXT    NOT NULL,
    language     TEXT    NOT NULL,
    -- No mail before this. All times are those of the library's clock.
    due_at       INTEGER NOT NULL,
    -- What mail servers know the mail under way by, so that it is the same mail when it is sent again; nothing where none is.
    message_id   TEXT,
    -- Whoever sends it has it until then.
    until_ms     INTEGER NOT NULL,
    -- How often it was tried in vain.
    n_failed     INTEGER NOT NULL,
    -- When the address was confirmed; nothing before. Another address is confirmed anew.
    confirmed_at INTEGER,
    -- What stands in the link of each mail that ends them. It is kept as it is, because each mail has it again, and it does nothing
    -- but end them. Another address has another one.
    unsubscribe  TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX notices_unmailed ON notices (person) WHERE mailed < 2;
CREATE INDEX assignments_due ON assignments (due) WHERE state <> 'done';
CREATE UNIQUE INDEX digests_by_unsubscribe ON digests (unsubscribe);

-- Links that were mailed to confirm an address. Only the digest of what stands in the link is kept. Rows stay for a day after
-- they were used, so that the mails a member has sent can be counted.
CREATE TABLE mail_confirmations (
    digest     TEXT    NOT NULL PRIMARY KEY,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- When the link is no longer good.
    ends_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_confirmations_of_person ON mail_confirmations (person);

CREATE TABLE original_pieces (
    book   INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    file   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    bytes  BLOB    NOT NULL,
    PRIMARY KEY (book, file, number)
) STRICT;
CREATE TRIGGER original_pieces_never_change BEFORE UPDATE ON original_pieces
BEGIN
    SELECT RAISE (ABORT, 'a piece of an original never changes');
END;

INSERT INTO servings (key, n_sessions) VALUES (1, 0);
