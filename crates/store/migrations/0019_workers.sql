-- Processes that take runs from the queue, and the runs that wait or are taken. Times are milliseconds since 1970.
CREATE TABLE workers (
    key         INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL UNIQUE,
    -- The lock its session holds in a database that has such locks.
    lock_key    INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    until_ms    INTEGER NOT NULL,
    is_draining INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE queued_runs (
    run        INTEGER PRIMARY KEY REFERENCES runs (key) ON DELETE CASCADE,
    queued_at  INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    worker     INTEGER REFERENCES workers (key),
    -- Counts how often the run was taken; every write of a taker is refused once another has taken it.
    epoch      INTEGER NOT NULL DEFAULT 0,
    -- Steps of the run when it was last taken, and how many takers in a row died without one more.
    n_steps    INTEGER NOT NULL DEFAULT 0,
    n_crashes  INTEGER NOT NULL DEFAULT 0,
    is_stopping INTEGER NOT NULL DEFAULT 0,
    -- Why no worker takes it any more.
    failure    TEXT
) STRICT;
CREATE INDEX queued_runs_by_worker ON queued_runs (worker);

-- Workers that show that they live. In a file there is no lock that could show it, and the lease alone decides.
CREATE VIEW present_workers AS SELECT key, until_ms FROM workers;
