-- What a series knows: terms, characters, memories and summaries.

-- Grows with every commit that changes an entry, so that whoever keeps something made from them knows when it is old.
ALTER TABLE series ADD COLUMN knowledge_revision INTEGER NOT NULL DEFAULT 0;

-- A book's place in its series, counted from zero. It never changes and is never given twice while the series stands, so
-- that a moment of the story keeps its meaning when another volume comes or goes.
ALTER TABLE books ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE books SET place = (SELECT count(*) FROM books b WHERE b.series = books.series AND b.key < books.key);
ALTER TABLE series ADD COLUMN n_places INTEGER NOT NULL DEFAULT 0;
UPDATE series SET n_places = (SELECT count(*) FROM books b WHERE b.series = series.key);

-- `number` is the id's number, for a summary its chapter's key. `lookup` is what an entry is found by: the folded source
-- of a term, the folded name of a character, the subject of a memory. `mark` tells what it says from what it said.
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
