-- The digest of the object that has the bytes of an original; nothing where they are in the row. Only libraries in PostgreSQL
-- have such objects, and both databases have the same columns, so that a library can be moved.
ALTER TABLE originals ADD COLUMN object TEXT;
ALTER TABLE former_originals ADD COLUMN object TEXT;
