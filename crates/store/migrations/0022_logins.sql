-- Accounts at a login service (OpenID Connect) that members come in with.
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_of_person ON identities (person);

-- Browsers in which somebody has logged in before. Only the digest of what the browser carries is kept.
CREATE TABLE devices (
    digest  TEXT    NOT NULL PRIMARY KEY,
    person  INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_of_person ON devices (person);
