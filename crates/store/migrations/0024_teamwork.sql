-- Work of a team: chapters that were given to a member, what a member is to know, and who did what.
CREATE TABLE assignments (
    key        INTEGER PRIMARY KEY,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter    INTEGER NOT NULL REFERENCES chapters (key) ON DELETE CASCADE,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    -- translate or review
    work       TEXT    NOT NULL,
    -- open, done or returned
    state      TEXT    NOT NULL,
    -- The day it is wanted by, as in 2026-11-17.
    due        TEXT,
    note       TEXT    NOT NULL,
    made_by    INTEGER REFERENCES people (key),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX assignments_of_person ON assignments (person, chapter, work);
CREATE INDEX assignments_of_book ON assignments (book, chapter);

-- What a member is to know. Unread ones of the same kind, chapter and person are one row with a number.
CREATE TABLE notices (
    key        INTEGER PRIMARY KEY,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    chapter    INTEGER,
    paragraph  INTEGER,
    by_person  INTEGER REFERENCES people (key),
    n          INTEGER NOT NULL,
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    read_at    INTEGER
) STRICT;
CREATE INDEX notices_of_person ON notices (person, key);
CREATE INDEX notices_unread ON notices (person, book) WHERE read_at IS NULL;

-- What was done in a book beside its changes, which have a history of their own; never rewritten.
CREATE TABLE activity (
    key        INTEGER PRIMARY KEY,
    book       INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    person     INTEGER REFERENCES people (key),
    kind       TEXT    NOT NULL,
    chapter    INTEGER,
    paragraph  INTEGER,
    -- Whom it was about.
    about      INTEGER REFERENCES people (key),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_of_book ON activity (book, key);

ALTER TABLE comments ADD COLUMN resolved_by INTEGER REFERENCES people (key);
