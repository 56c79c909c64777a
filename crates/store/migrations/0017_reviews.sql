-- What a person thinks of a version: that it needs work, or that it is good as it is. Without a row it is a draft. It is kept
-- with the version, so another version of the paragraph is a draft again.
CREATE TABLE reviews (
    version    INTEGER PRIMARY KEY REFERENCES versions (key) ON DELETE CASCADE,
    state      TEXT    NOT NULL,
    who        TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
