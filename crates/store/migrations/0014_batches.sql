-- Batches of requests that were handed in to a service and are answered later, with what came of them.
CREATE TABLE batches (
    key    INTEGER PRIMARY KEY AUTOINCREMENT,
    run    INTEGER NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    name   TEXT    NOT NULL,
    record TEXT    NOT NULL,
    UNIQUE (run, name)
) STRICT;
