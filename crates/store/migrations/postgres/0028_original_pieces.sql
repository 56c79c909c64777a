-- A large original in pieces, as 0028 of a library in a file.
ALTER TABLE originals ADD COLUMN pieces TEXT;
ALTER TABLE former_originals ADD COLUMN pieces TEXT;

CREATE TABLE original_pieces (
    book   BIGINT NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    file   TEXT   NOT NULL,
    number BIGINT NOT NULL,
    bytes  BYTEA  NOT NULL,
    PRIMARY KEY (book, file, number)
);
ALTER TABLE original_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TRIGGER original_pieces_never_change BEFORE UPDATE ON original_pieces
FOR EACH ROW EXECUTE FUNCTION refuse_change('a piece of an original never changes');
