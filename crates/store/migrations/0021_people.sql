-- People of a team. A library without any is one person's own: it has no accounts, and nobody's name is noted anywhere.
CREATE TABLE people (
    key        INTEGER PRIMARY KEY,
    -- Nothing once the person was removed: what they did stays, under no name.
    name       TEXT,
    -- What they log in with, in lower case.
    login      TEXT UNIQUE,
    password   TEXT,
    -- What they may do in the whole library; nothing where they were invited to single books.
    role       TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;

-- What somebody may do in one book, whatever they may do elsewhere.
CREATE TABLE book_roles (
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    role       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (person, book)
) STRICT, WITHOUT ROWID;

-- What lets somebody in: the session of a browser, or a token for a program. Only the digest of the secret is kept.
CREATE TABLE credentials (
    key        INTEGER PRIMARY KEY,
    digest     TEXT    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    -- The browser, or what the token was called.
    name       TEXT    NOT NULL,
    -- No more than this, whatever the person may do.
    role       TEXT,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX credentials_of_person ON credentials (person);

-- Links that make somebody a member, each of them once. Only the digest of the secret is kept.
CREATE TABLE invitations (
    key        INTEGER PRIMARY KEY,
    digest     TEXT    NOT NULL UNIQUE,
    role       TEXT    NOT NULL,
    book       INTEGER REFERENCES books (key) ON DELETE CASCADE,
    made_by    INTEGER REFERENCES people (key),
    created_at INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL,
    used_by    INTEGER REFERENCES people (key)
) STRICT;

-- Who logged in, let in, changed a role, made a token, took a book out; never rewritten.
CREATE TABLE audit (
    key        INTEGER PRIMARY KEY,
    person     INTEGER REFERENCES people (key),
    action     TEXT    NOT NULL,
    about      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Who it was, or for whom a model did it. Nothing where nobody was logged in.
ALTER TABLE changes ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE versions ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE reviews ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE acknowledgements ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE comments ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE runs ADD COLUMN person INTEGER REFERENCES people (key);
ALTER TABLE chats ADD COLUMN person INTEGER REFERENCES people (key);
