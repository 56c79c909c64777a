-- Numbers of events never restart. Whoever begins to work on a run, or to serve the library, counts up here first, and its
-- events have this count in their upper bits.
ALTER TABLE runs ADD COLUMN n_sessions INTEGER NOT NULL DEFAULT 0;
-- The number of the run's last event; none while it works, and after a session that nobody could follow to its end.
ALTER TABLE runs ADD COLUMN last_event INTEGER;
CREATE TABLE servings (
    key        INTEGER PRIMARY KEY CHECK (key = 1),
    n_sessions INTEGER NOT NULL
) STRICT;
INSERT INTO servings (key, n_sessions) VALUES (1, 0);
