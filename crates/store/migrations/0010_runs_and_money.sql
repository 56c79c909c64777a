-- Which model a step was paid to: a run may fall back on others, and go on with another. Steps from before have none.
ALTER TABLE steps ADD COLUMN model TEXT;
-- How many chunks a run has, as far as it was planned; and the file it is to be written to, until it is written.
ALTER TABLE runs ADD COLUMN n_chunks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN output TEXT;
