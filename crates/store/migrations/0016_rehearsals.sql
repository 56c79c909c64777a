-- What a rehearsal wrote: a layer of its own that is never a version, never a title and never counted as translated. It has
-- one text for each paragraph, and is thrown away rather than kept.
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

-- A translation takes the place of the rehearsal of its paragraph.
CREATE TRIGGER rehearsal_gives_way_to_a_first_selection AFTER INSERT ON selections WHEN NEW.version IS NOT NULL
BEGIN
    DELETE FROM rehearsals WHERE paragraph = NEW.paragraph;
END;
CREATE TRIGGER rehearsal_gives_way_to_a_selection AFTER UPDATE OF version ON selections WHEN NEW.version IS NOT NULL
BEGIN
    DELETE FROM rehearsals WHERE paragraph = NEW.paragraph;
END;

-- A rehearsal is of one edition and in one language.
CREATE TRIGGER rehearsal_ends_with_its_setting AFTER UPDATE OF target_language, revision ON books
WHEN OLD.target_language IS NOT NEW.target_language OR OLD.revision <> NEW.revision
BEGIN
    DELETE FROM rehearsals WHERE book = NEW.key;
    DELETE FROM rehearsal_titles WHERE book = NEW.key;
END;
