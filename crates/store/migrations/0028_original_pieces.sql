-- A large original in pieces, because whoever writes or reads one row has all of it in memory several times. `pieces` is the digest
-- that the pieces of a file are found by; nothing where the row has its bytes, or an object has them.
ALTER TABLE originals ADD COLUMN pieces TEXT;
ALTER TABLE former_originals ADD COLUMN pieces TEXT;

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
