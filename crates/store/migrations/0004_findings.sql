-- What checks said about versions, and what a person has let stand.

-- What checks found in a version when it was made and what they mended on the way; only where there was something.
CREATE TABLE version_notes (
    version INTEGER PRIMARY KEY REFERENCES versions (key) ON DELETE CASCADE,
    note    TEXT    NOT NULL
) STRICT;

CREATE TRIGGER version_notes_never_change BEFORE UPDATE ON version_notes
BEGIN
    SELECT RAISE (ABORT, 'what was said about a version never changes');
END;

-- Findings a person has looked at. Each holds as long as source and translation are those of the digest.
CREATE TABLE acknowledgements (
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    check_code TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (paragraph, check_code)
) STRICT, WITHOUT ROWID;
