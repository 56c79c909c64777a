//! Faults of our own making, planted to see whether a day finds them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A fault in the program, as it would show at one of the seams.
#[derive(Debug)]
pub struct Plant {
    pub name: &'static str,
    effect: Effect,
}

#[derive(Debug)]
enum Effect {
    /// Statements that begin so do nothing.
    Dropped(&'static str),
    /// Statements that begin so say the second text of a pair where they say the first, for the first pair that fits.
    Statement(&'static str, &'static [(&'static str, &'static str)]),
    Other(Mutation),
}

/// A fault at another seam than the driver's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutation {
    EventsTwice,
    EventsLost,
    /// A reply is thrown away and asked for again.
    AsksTwice,
    /// What may be spent is not passed on.
    NoLimit,
    /// What was set aside for a reply is never given back.
    ReservationKept,
    /// A line of the book is not written into the file.
    ExportLosesLine,
    /// Claims hold much longer for their holder than for everybody else.
    RenewsTooLate,
}

/// By so much a holder's idea of its claim is too long.
const LATE_MS: u64 = 540_000;
pub(crate) const LATE_LEASE: Duration = Duration::from_mins(10);

/// A statement that does nothing.
const NOTHING: &str = "UPDATE books SET key = key WHERE 0";

impl Plant {
    /// What is sent in the place of a statement.
    pub(crate) fn instead_of(&self, sql: &str) -> Option<&'static str> {
        match self.effect {
            Effect::Dropped(begins) => sql.starts_with(begins).then_some(NOTHING),
            Effect::Statement(begins, pairs) => {
                let (from, to) =
                    pairs.iter().find(|(from, _)| sql.starts_with(begins) && sql.contains(from))?;
                Some(leaked(sql.replacen(from, to, 1)))
            }
            Effect::Other(Mutation::RenewsTooLate) => {
                let told = [("INSERT INTO claims", "$4)"), ("UPDATE claims SET until_ms", "$1")];
                let (_, until) = told.into_iter().find(|(begins, _)| sql.starts_with(begins))?;
                let (value, after) = until.split_at(2);
                Some(leaked(sql.replacen(until, &format!("{value} - {LATE_MS}{after}"), 1)))
            }
            Effect::Other(_) => None,
        }
    }

    pub(crate) fn is(&self, mutation: Mutation) -> bool {
        matches!(self.effect, Effect::Other(planted) if planted == mutation)
    }

    /// Whether it shows in statements, and can be seen not to show.
    pub fn is_statement(&self) -> bool {
        !matches!(self.effect, Effect::Other(_))
    }
}

/// Statements are prepared by their texts, which live as long as the program: a plant has a handful of them.
fn leaked(sql: String) -> &'static str {
    static KEPT: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());
    let mut texts = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    texts.entry(sql).or_insert_with_key(|sql| Box::leak(sql.clone().into_boxed_str()))
}

const fn dropped(name: &'static str, begins: &'static str) -> Plant {
    Plant { name, effect: Effect::Dropped(begins) }
}

const fn changed_statement(
    name: &'static str,
    begins: &'static str,
    pairs: &'static [(&'static str, &'static str)],
) -> Plant {
    Plant { name, effect: Effect::Statement(begins, pairs) }
}

const fn other(name: &'static str, mutation: Mutation) -> Plant {
    Plant { name, effect: Effect::Other(mutation) }
}

const STEP: &str = "UPDATE tasks SET machine";
const LEDGER: &str = "UPDATE task_paragraphs SET state";
const SELECT: &str = "INSERT INTO selections (paragraph, book, chapter, version)";
const STATES: &str = "SELECT p.key, p.chapter, p.position, s.version";
/// What stands for one paragraph or for several, each in a statement of its own.
const STANDS: &str = "SELECT p.";
const VERSION: &str = "INSERT INTO versions";

/// All of them.
pub static PLANTS: &[Plant] = &[
    changed_statement("a commit is dropped", "COMMIT", &[("COMMIT", "ROLLBACK")]),
    changed_statement(
        "a savepoint is rolled back and not released",
        "RELEASE turn",
        &[("RELEASE", "ROLLBACK TO")],
    ),
    changed_statement(
        "the fence is removed",
        "SELECT 1 FROM claims",
        &[(" FROM claims WHERE book = $1 AND run = $2 AND holder = $3", "")],
    ),
    changed_statement(
        "a claim is given to whoever asks",
        "SELECT run, holder, until_ms FROM claims",
        &[("book = $1", "book = -$1")],
    ),
    changed_statement(
        "a claim is renewed for no time",
        "UPDATE claims SET until_ms",
        &[("= $1", "= $1 - 120000")],
    ),
    other("a claim is renewed too late", Mutation::RenewsTooLate),
    dropped("a claim is not released", "DELETE FROM claims WHERE book = $1 AND run = $2"),
    dropped("the ledger is not written", LEDGER),
    changed_statement(
        "an accepted item is lost from the ledger",
        LEDGER,
        &[("json_each($4)", "json_each($4) LIMIT -1 OFFSET 1")],
    ),
    changed_statement(
        "everything is accepted in the ledger",
        LEDGER,
        &[("state = $1", "state = 'accepted'")],
    ),
    dropped("the transcript is not kept", "INSERT INTO transcript"),
    changed_statement("the machine is not kept", STEP, &[("machine = $1, machine_version = $2, ", "")]),
    changed_statement("the end of a task is not kept", STEP, &[("outcome = $3, ", "")]),
    changed_statement("steps are not counted", STEP, &[("n_steps = $4, ", "")]),
    changed_statement("lines are not counted", STEP, &[("n_lines = $5, ", "")]),
    changed_statement("what a task used is forgotten", STEP, &[("output = output + $8, ", "")]),
    changed_statement(
        "what a task used is counted twice",
        STEP,
        &[("input = input + $6", "input = input + 2 * $6")],
    ),
    changed_statement("the price of a step is forgotten", STEP, &[("cost_micros = cost_micros + $10, ", "")]),
    dropped("a step is not written down", "INSERT INTO steps"),
    dropped("a selection is not written", SELECT),
    changed_statement(
        "only the first selection of several is written",
        SELECT,
        &[("WHERE true ON", "WHERE j.key = 0 ON")],
    ),
    changed_statement("a person's words are not protected", STATES, &[("coalesce(v.by_person, 0)", "0")]),
    changed_statement("a lock does not protect", STATES, &[("coalesce(s.locked, 0)", "0")]),
    changed_statement(
        "a review does not protect",
        STANDS,
        &[("CASE WHEN w.state IN ('reviewed', 'approved') THEN 1 ELSE 0 END", "0")],
    ),
    changed_statement(
        "a person's version is a model's",
        VERSION,
        &[
            ("j.value ->> 1, $2, $3,", "j.value ->> 1, $2, 0,"),
            ("SELECT p.key, $2, $3, $4", "SELECT p.key, $2, $3, 0"),
        ],
    ),
    changed_statement(
        "a version loses its last characters",
        VERSION,
        &[
            ("j.value ->> 1,", "substr(j.value ->> 1, 1, 12),"),
            ("SELECT p.key, $2,", "SELECT p.key, substr($2, 1, 12),"),
        ],
    ),
    changed_statement("a suggestion is no suggestion", VERSION, &[("CAST(j.value ->> 2 AS BIGINT)", "0")]),
    changed_statement(
        "a change keeps no effects",
        "INSERT INTO changes",
        &[("$8", "substr('[]' || $8, 1, 2)")],
    ),
    dropped("an undone change is not marked", "UPDATE changes SET undone_by"),
    changed_statement("how a run ended is not kept", "UPDATE runs SET outcome", &[("outcome = $1, ", "")]),
    changed_statement(
        "every run has finished",
        "UPDATE runs SET outcome",
        &[("outcome = $1", "outcome = 'finished'")],
    ),
    changed_statement(
        "open tasks are not found again",
        "SELECT t.id, r.id AS run_id",
        &[("t.outcome IS NULL", "t.outcome = ''")],
    ),
    changed_statement(
        "a paragraph of a task is not assigned",
        "INSERT INTO task_paragraphs",
        &[(" AND p.chapter", " AND j.key > 0 AND p.chapter")],
    ),
    dropped("a lock is not written", "INSERT INTO selections (paragraph, book, chapter, locked)"),
    dropped("a review is not written", "INSERT INTO reviews"),
    dropped("the original is not revised", "UPDATE originals SET bytes"),
    dropped("a revised line keeps its old words", "UPDATE paragraphs SET text"),
    dropped("the spec of a resumed run is not kept", "UPDATE runs SET wish"),
    dropped("a chapter's title is not written", "UPDATE chapters SET title_translation"),
    dropped("a line of a conversation is not kept", "INSERT INTO chat_lines"),
    changed_statement(
        "what a conversation used is forgotten",
        "UPDATE chats SET",
        &[("input = input + $2, ", "")],
    ),
    dropped("an entry of the knowledge is not written", "INSERT INTO knowledge"),
    other("events are told twice", Mutation::EventsTwice),
    other("events are lost", Mutation::EventsLost),
    other("a paid reply is asked for twice", Mutation::AsksTwice),
    other("the limit is not passed on", Mutation::NoLimit),
    other("a reservation is not given back", Mutation::ReservationKept),
    other("a line is lost on the way into the file", Mutation::ExportLosesLine),
];
