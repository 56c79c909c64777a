-- The digest of the object that has the bytes of an original, as 0020 of a library in a file.
ALTER TABLE originals ADD COLUMN object TEXT;
ALTER TABLE former_originals ADD COLUMN object TEXT;
CREATE INDEX originals_by_object ON originals (object) WHERE object IS NOT NULL;
CREATE INDEX former_originals_by_object ON former_originals (object) WHERE object IS NOT NULL;
