-- Mail goes only to an address whose owner has opened the link that was mailed there, and every mail has a link that ends it.

-- When the address was confirmed; nothing before. Another address is confirmed anew.
ALTER TABLE digests ADD COLUMN confirmed_at INTEGER;
-- What stands in the link of each mail that ends them. It is kept as it is, because each mail has it again, and it does nothing
-- but end them. Another address has another one.
ALTER TABLE digests ADD COLUMN unsubscribe TEXT NOT NULL DEFAULT '';
UPDATE digests SET unsubscribe = lower(hex(randomblob(32)));
CREATE UNIQUE INDEX digests_by_unsubscribe ON digests (unsubscribe);

-- Links that were mailed to confirm an address. Only the digest of what stands in the link is kept. Rows stay for a day after
-- they were used, so that the mails a member has sent can be counted.
CREATE TABLE mail_confirmations (
    digest     TEXT    NOT NULL PRIMARY KEY,
    person     INTEGER NOT NULL REFERENCES people (key) ON DELETE CASCADE,
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- When the link is no longer good.
    ends_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_confirmations_of_person ON mail_confirmations (person);

-- Who answered; nothing in a library of one person, and where the answer was given before this was kept.
ALTER TABLE questions ADD COLUMN resolved_by INTEGER REFERENCES people (key);
