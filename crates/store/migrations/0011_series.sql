-- What a person asks of every translation of a series, beyond our own rules.
ALTER TABLE series ADD COLUMN instructions TEXT;
