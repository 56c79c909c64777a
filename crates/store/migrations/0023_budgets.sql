-- What may be spent in a month: by the whole library, for one person, on one book. Money is in millionths of a dollar.
CREATE TABLE budgets (
    key          INTEGER PRIMARY KEY,
    -- `library`, `person:` or `book:` with the key.
    scope        TEXT    NOT NULL UNIQUE,
    person       INTEGER REFERENCES people (key) ON DELETE CASCADE,
    book         INTEGER REFERENCES books (key) ON DELETE CASCADE,
    limit_micros INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;

-- What was spent, added up by month (202611), book and person. Several rows may be about the same.
CREATE TABLE spending (
    key    INTEGER PRIMARY KEY,
    month  INTEGER NOT NULL,
    -- Nothing once the book was removed.
    book   INTEGER REFERENCES books (key) ON DELETE SET NULL,
    person INTEGER REFERENCES people (key),
    micros INTEGER NOT NULL
) STRICT;
CREATE INDEX spending_by_month ON spending (month, book, person);

-- What sessions have set aside. The sum of what is spent and what is set aside never passes a budget.
CREATE TABLE allowances (
    -- Never given twice: a session whose allowance is gone must not renew another's.
    key             INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Nothing for what is no run: a conversation, a second opinion.
    run             INTEGER REFERENCES runs (key) ON DELETE CASCADE,
    book            INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    person          INTEGER REFERENCES people (key),
    -- By the library's clock; who has not renewed it by then is gone.
    until_ms        INTEGER NOT NULL,
    renewed_at      INTEGER NOT NULL,
    -- Nothing where no budget limits it.
    allowed_micros  INTEGER,
    -- What of it is in `spending` by now.
    booked_micros   INTEGER NOT NULL DEFAULT 0,
    -- The most that may have been spent beyond what the steps of the run say.
    promised_micros INTEGER NOT NULL DEFAULT 0,
    -- What the steps of the run had cost when it was set aside.
    before_micros   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX allowances_of_run ON allowances (run);

-- Sessions that use a key, which is named by a digest, so that each takes its share of what the key allows in a minute.
CREATE TABLE key_users (
    key_digest TEXT    NOT NULL,
    user_name  TEXT    NOT NULL,
    until_ms   INTEGER NOT NULL,
    PRIMARY KEY (key_digest, user_name)
) STRICT, WITHOUT ROWID;

-- Keys of services that belong to the library, sealed under a key that is not in it.
CREATE TABLE sealed_keys (
    variable   TEXT    PRIMARY KEY,
    sealed     BLOB    NOT NULL,
    person     INTEGER REFERENCES people (key),
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was spent before anybody counted it by month.
INSERT INTO spending (month, book, person, micros)
SELECT CAST(strftime('%Y%m', s.created_at / 1000, 'unixepoch') AS INTEGER), r.book, r.person, sum(s.cost_micros)
FROM steps s JOIN tasks t ON t.key = s.task JOIN runs r ON r.key = t.run WHERE s.cost_micros > 0 GROUP BY 1, 2, 3;
INSERT INTO spending (month, book, person, micros)
SELECT CAST(strftime('%Y%m', updated_at / 1000, 'unixepoch') AS INTEGER), book, person, sum(cost_micros)
FROM chats WHERE cost_micros > 0 GROUP BY 1, 2, 3;
INSERT INTO spending (month, book, micros)
SELECT CAST(strftime('%Y%m', updated_at / 1000, 'unixepoch') AS INTEGER), book, sum(cost_micros)
FROM opinion_costs WHERE cost_micros > 0 GROUP BY 1, 2;
