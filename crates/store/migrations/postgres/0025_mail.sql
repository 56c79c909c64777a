-- Where the notices of a member are mailed to, how often, and the mail under way. Nobody without a row gets mail.
CREATE TABLE digests (
    person     BIGINT NOT NULL PRIMARY KEY REFERENCES people (key) ON DELETE CASCADE,
    -- Nothing where they have no address; then nothing is mailed.
    address    TEXT,
    -- never, hourly or daily
    frequency  TEXT    NOT NULL,
    language   TEXT    NOT NULL,
    -- No mail before this. All times are those of the library's clock.
    due_at     BIGINT NOT NULL,
    -- What mail servers know the mail under way by, so that it is the same mail when it is sent again; nothing where none is.
    message_id TEXT,
    -- Whoever sends it has it until then.
    until_ms   BIGINT NOT NULL,
    -- How often it was tried in vain.
    n_failed   BIGINT NOT NULL
);

-- 0: not in a mail; 1: in the mail under way; 2: in a mail that was sent, or older than the choice to get any.
ALTER TABLE notices ADD COLUMN mailed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX notices_unmailed ON notices (person) WHERE mailed < 2;

-- The due day that the member was reminded of.
ALTER TABLE assignments ADD COLUMN reminded TEXT;
CREATE INDEX assignments_due ON assignments (due) WHERE state <> 'done';
