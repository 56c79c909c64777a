-- How the file of a book was read: the version of the reader and what was decided for this file. Export and proof read
-- it in the same way again. Books from before versions were counted have version 1.
ALTER TABLE books ADD COLUMN reading TEXT NOT NULL DEFAULT '1';
ALTER TABLE former_originals ADD COLUMN reading TEXT NOT NULL DEFAULT '1';
