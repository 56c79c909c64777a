-- Newer editions of a book, and what a version was made from.

-- How many newer files of the book have been imported.
ALTER TABLE books ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- The revision that the paragraph's present words came with. Spaces and the file's layout do not count as words.
ALTER TABLE paragraphs ADD COLUMN source INTEGER NOT NULL DEFAULT 0;

-- A paragraph or chapter that a newer edition no longer has stays in its table, so that its versions and its history
-- stay: its position, index or number is below zero, which no reading query asks for, and the book of its selection is
-- the negative key, which no count asks for. It can come back.

-- What a version was made from: the words of its paragraph, the language it was to be in. Whether it was written as a
-- suggestion.
ALTER TABLE versions ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
ALTER TABLE versions ADD COLUMN target TEXT;
ALTER TABLE versions ADD COLUMN suggested INTEGER NOT NULL DEFAULT 0;
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
    bytes     BLOB    NOT NULL
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

-- Source text may be replaced by a newer edition only, and only after it was kept.
DROP TRIGGER source_text_never_changes;
CREATE TRIGGER source_text_never_changes BEFORE UPDATE OF text, tags ON paragraphs
WHEN NOT EXISTS (
    SELECT 1 FROM former_sources f JOIN books b ON b.key = OLD.book
    WHERE f.paragraph = OLD.key AND f.until = b.revision AND f.text = OLD.text AND f.tags = OLD.tags
)
BEGIN
    SELECT RAISE (ABORT, 'the source text of a paragraph never changes without being kept');
END;
