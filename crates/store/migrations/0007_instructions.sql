-- What a person asks of every translation of a book, or of one chapter of it, beyond our own rules.
ALTER TABLE books ADD COLUMN instructions TEXT;
ALTER TABLE chapters ADD COLUMN instructions TEXT;
