-- Search reads pages of folded text instead of an index of pieces, which cost more to keep than the text itself. A page
-- holds the paragraphs at 128 positions in a row; its key is the book's key in the upper and the page's number in the
-- lower 32 bits. Pages are made when somebody searches and forgotten when their text changes, so writing costs nothing.
DROP TABLE source_grams;
DROP TABLE translation_grams;
CREATE TABLE source_pages (
    key  INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;
CREATE TABLE translation_pages (
    key  INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

-- What a change did stands with the change, as one list: a chunk is one row of history instead of two for each paragraph.
ALTER TABLE changes ADD COLUMN effects TEXT NOT NULL DEFAULT '[]';
UPDATE changes SET effects = (
    SELECT json_group_array(json(effect)) FROM (SELECT effect FROM edits WHERE change = changes.key ORDER BY ordinal)
);
DROP TABLE edits;
