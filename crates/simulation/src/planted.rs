//! Faults of our own making, planted to see whether a day finds them.

/// A fault in the program, as it would show at one of the seams.
#[derive(Debug)]
pub struct Plant {
    pub name: &'static str,
    effect: Effect,
}

#[derive(Debug)]
enum Effect {
    /// Statements that begin with the first text are sent as the second.
    Statement(&'static str, &'static str),
    EventsTwice,
    EventsLost,
}

impl Plant {
    /// What is sent in the place of a statement.
    pub(crate) fn instead_of(&self, sql: &str) -> Option<&'static str> {
        match self.effect {
            Effect::Statement(begins, instead) if sql.starts_with(begins) => Some(instead),
            _ => None,
        }
    }

    pub(crate) const fn doubles_events(&self) -> bool {
        matches!(self.effect, Effect::EventsTwice)
    }

    pub(crate) const fn loses_events(&self) -> bool {
        matches!(self.effect, Effect::EventsLost)
    }
}

/// A statement that does nothing.
const NOTHING: &str = "UPDATE books SET key = key WHERE 0";

const fn plant(name: &'static str, begins: &'static str, instead: &'static str) -> Plant {
    Plant { name, effect: Effect::Statement(begins, instead) }
}

/// All of them.
pub static PLANTS: &[Plant] = &[
    plant("a commit is dropped", "COMMIT", "ROLLBACK"),
    plant("a savepoint is rolled back instead of released", "RELEASE turn", "ROLLBACK TO turn"),
    plant(
        "the fence is removed",
        "SELECT 1 FROM claims WHERE book = $1 AND run = $2 AND holder = $3",
        "SELECT 1",
    ),
    plant(
        "a claim is given to whoever asks",
        "SELECT run, holder, until_ms FROM claims WHERE book = $1",
        "SELECT run, holder, until_ms FROM claims WHERE 0",
    ),
    plant(
        "a claim is not renewed",
        "UPDATE claims SET until_ms = $1",
        "UPDATE claims SET until_ms = until_ms WHERE book = $2 AND run = $3 AND holder = $4",
    ),
    plant("a claim is not released", "DELETE FROM claims WHERE book = $1 AND run = $2", NOTHING),
    plant("the ledger is not written", "UPDATE task_paragraphs SET state", NOTHING),
    plant(
        "an accepted item is lost from the ledger",
        "UPDATE task_paragraphs SET state",
        "UPDATE task_paragraphs SET state = $1, reason = $2 WHERE task = $3 AND paragraph IN \
         (SELECT value FROM json_each($4) LIMIT -1 OFFSET 1)",
    ),
    plant(
        "everything is accepted in the ledger",
        "UPDATE task_paragraphs SET state",
        "UPDATE task_paragraphs SET state = 'accepted' WHERE task = $3",
    ),
    plant("the transcript is not kept", "INSERT INTO transcript", NOTHING),
    plant(
        "the machine is not kept",
        "UPDATE tasks SET machine",
        "UPDATE tasks SET outcome = $3, n_steps = $4, n_lines = $5, input = input + $6, \
         cached_input = cached_input + $7, output = output + $8, reasoning = reasoning + $9, \
         cost_micros = cost_micros + $10, updated_at = $11 WHERE key = $12",
    ),
    plant(
        "the end of a task is not kept",
        "UPDATE tasks SET machine",
        "UPDATE tasks SET machine = $1, machine_version = $2, n_steps = $4, n_lines = $5, input = input + $6, \
         cached_input = cached_input + $7, output = output + $8, reasoning = reasoning + $9, \
         cost_micros = cost_micros + $10, updated_at = $11 WHERE key = $12",
    ),
    plant(
        "steps are not counted",
        "UPDATE tasks SET machine",
        "UPDATE tasks SET machine = $1, machine_version = $2, outcome = $3, n_lines = $5, input = input + $6, \
         cached_input = cached_input + $7, output = output + $8, reasoning = reasoning + $9, \
         cost_micros = cost_micros + $10, updated_at = $11 WHERE key = $12",
    ),
    plant(
        "what a step used is forgotten",
        "UPDATE tasks SET machine",
        "UPDATE tasks SET machine = $1, machine_version = $2, outcome = $3, n_steps = $4, n_lines = $5, \
         updated_at = $11 WHERE key = $12",
    ),
    plant(
        "what a step used is counted twice",
        "UPDATE tasks SET machine",
        "UPDATE tasks SET machine = $1, machine_version = $2, outcome = $3, n_steps = $4, n_lines = $5, \
         input = input + 2 * $6, cached_input = cached_input + $7, output = output + 2 * $8, \
         reasoning = reasoning + $9, cost_micros = cost_micros + 2 * $10, updated_at = $11 WHERE key = $12",
    ),
    plant(
        "a selection is not written",
        "INSERT INTO selections (paragraph, book, chapter, version)",
        NOTHING,
    ),
    plant(
        "only the first selection of several is written",
        "INSERT INTO selections (paragraph, book, chapter, version) SELECT",
        "INSERT INTO selections (paragraph, book, chapter, version) \
         SELECT CAST(j.value ->> 0 AS BIGINT), $2, CAST(j.value ->> 1 AS BIGINT), CAST(j.value ->> 2 AS BIGINT) \
         FROM json_each($1) j WHERE j.key = 0 ON CONFLICT (paragraph) DO UPDATE SET version = excluded.version",
    ),
    plant(
        "a person's words are not protected",
        "SELECT p.key, p.chapter, p.position, s.version, coalesce(s.locked, 0)",
        "SELECT p.key, p.chapter, p.position, s.version, 0 AS locked, 0 AS by_person, 0 AS reviewed \
         FROM json_each($1) j CROSS JOIN paragraphs p ON p.key = j.value \
         LEFT JOIN selections s ON s.paragraph = p.key WHERE p.position >= 0",
    ),
    plant(
        "one paragraph alone is not protected",
        "SELECT p.chapter, p.position, s.version, coalesce(s.locked, 0)",
        "SELECT p.chapter, p.position, s.version, 0 AS locked, 0 AS by_person, 0 AS reviewed \
         FROM paragraphs p LEFT JOIN selections s ON s.paragraph = p.key WHERE p.key = $1 AND p.position >= 0",
    ),
    plant(
        "a version does not say that it is a person's",
        "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, source, target) SELECT p.key, $2",
        "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, source, target) \
         SELECT p.key, $2, $3, 0, $5, $6, p.source, b.target_language \
         FROM paragraphs p JOIN books b ON b.key = p.book WHERE p.key = $1 RETURNING key",
    ),
    plant(
        "a version loses its last characters",
        "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, source, target) SELECT p.key, j.value",
        "INSERT INTO versions (paragraph, text, author, by_person, created_at, suggested, source, target) \
         SELECT p.key, substr(j.value ->> 1, 1, 12), $2, $3, $4, CAST(j.value ->> 2 AS BIGINT), p.source, b.target_language \
         FROM json_each($1) j CROSS JOIN paragraphs p ON p.key = CAST(j.value ->> 0 AS BIGINT) JOIN books b ON b.key = p.book \
         WHERE true ORDER BY j.key RETURNING key, paragraph",
    ),
    plant(
        "a change keeps no effects",
        "INSERT INTO changes",
        "INSERT INTO changes (book, who, run, task, note, is_undo, created_at, effects) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, '[]') RETURNING key",
    ),
    plant("an undone change is not marked", "UPDATE changes SET undone_by = $1", NOTHING),
    plant(
        "how a run ended is not kept",
        "UPDATE runs SET outcome = $1",
        "UPDATE runs SET updated_at = $2 WHERE id = $3",
    ),
    plant(
        "every run has finished",
        "UPDATE runs SET outcome = $1",
        "UPDATE runs SET outcome = 'finished', updated_at = $2 WHERE id = $3",
    ),
    plant(
        "open tasks are not found again",
        "SELECT t.id, r.id AS run_id, b.id AS book_id, t.kind, t.chapter, t.machine, t.machine_version, t.outcome, t.n_steps, \
         t.input, t.cached_input, t.output, t.reasoning, t.cost_micros, t.created_at, t.updated_at FROM tasks t \
         JOIN runs r ON r.key = t.run JOIN books b ON b.key = t.book WHERE r.id = $1 AND t.outcome IS NULL",
        "SELECT t.id, t.kind FROM tasks t WHERE 0",
    ),
    plant(
        "the last paragraph of a task is not assigned",
        "INSERT INTO task_paragraphs",
        "INSERT INTO task_paragraphs (task, paragraph, ordinal, state) SELECT $1, p.key, j.key, $2 \
         FROM json_each($3) j CROSS JOIN paragraphs p ON p.key = j.value AND p.chapter = $4 WHERE j.key > 0",
    ),
    plant("a lock is not written", "INSERT INTO selections (paragraph, book, chapter, locked)", NOTHING),
    plant("a review is not written", "INSERT INTO reviews", NOTHING),
    plant("the original is not revised", "UPDATE originals SET bytes", NOTHING),
    plant("a revised line keeps its old words", "UPDATE paragraphs SET text = $1, tags = $2", NOTHING),
    plant("the spec of a resumed run is not kept", "UPDATE runs SET wish = $1", NOTHING),
    plant("a chapter's title is not written", "UPDATE chapters SET title_translation", NOTHING),
    Plant { name: "events are told twice", effect: Effect::EventsTwice },
    Plant { name: "events are lost", effect: Effect::EventsLost },
];
