-- Accounts at a login service (OpenID Connect) that members come in with.
CREATE TABLE identities (
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    person     BIGINT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_of_person ON identities (person);

-- Browsers in which somebody has logged in before. Only the digest of what the browser carries is kept.
CREATE TABLE devices (
    digest  TEXT    NOT NULL PRIMARY KEY,
    person  BIGINT NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    seen_at BIGINT NOT NULL
);
CREATE INDEX devices_of_person ON devices (person);
