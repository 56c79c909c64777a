//! What must be true after every commit, asked of the library's file on a connection of our own.

use crate::replies::Tokens;
use std::path::Path;
use std::sync::OnceLock;
use store::driver_hook::LookingConnection;
use store::error::StoreError;

/// A statement finds what must not be.
struct Rule {
    name: &'static str,
    sql: &'static str,
    /// Whether it holds only until the first undo.
    ends_with_undo: bool,
}

const fn rule(name: &'static str, sql: &'static str) -> Rule {
    Rule { name, sql, ends_with_undo: false }
}

const RULES: [Rule; 7] = [
    rule(
        "a paragraph shows the version of another one",
        "SELECT 1 FROM selections s JOIN versions v ON v.key = s.version WHERE v.paragraph <> s.paragraph",
    ),
    rule(
        "a task counts other steps than it has",
        "SELECT 1 FROM tasks t WHERE t.n_steps <> (SELECT count(*) FROM steps s WHERE s.task = t.key)",
    ),
    rule(
        "a task counts other lines than it has",
        "SELECT 1 FROM tasks t WHERE t.n_lines <> (SELECT count(*) FROM transcript l WHERE l.task = t.key)",
    ),
    rule(
        "a task costs something else than its steps",
        "SELECT 1 FROM tasks t LEFT JOIN steps s ON s.task = t.key GROUP BY t.key \
         HAVING t.input <> coalesce(sum(s.input), 0) OR t.output <> coalesce(sum(s.output), 0) \
         OR t.cost_micros <> coalesce(sum(s.cost_micros), 0)",
    ),
    rule(
        "a run has finished and has a task that has not",
        "SELECT 1 FROM runs r JOIN tasks t ON t.run = r.key WHERE r.outcome = 'finished' AND t.outcome IS NULL",
    ),
    rule(
        "a change names a version that is not there",
        "SELECT 1 FROM changes c, json_each(c.effects) e WHERE e.value ->> 'effect' = 'version_added' \
         AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.key = CAST(ltrim(e.value ->> 'version', 'v') AS INTEGER))",
    ),
    Rule {
        name: "a paragraph is accepted by two tasks of one run",
        sql: "SELECT 1 FROM task_paragraphs p JOIN tasks t ON t.key = p.task \
              WHERE p.state = 'accepted' AND t.kind = 'translation' GROUP BY t.run, p.paragraph HAVING count(*) > 1",
        ends_with_undo: true,
    },
];

/// All rules in one statement, which gives the names of those that are broken.
fn all_rules(has_undone: bool) -> &'static str {
    static TEXTS: [OnceLock<String>; 2] = [OnceLock::new(), OnceLock::new()];
    let [whole, after_undo] = &TEXTS;
    let text = if has_undone { after_undo } else { whole };
    text.get_or_init(|| {
        let rules = RULES.iter().filter(|rule| !(rule.ends_with_undo && has_undone));
        let found = rules.map(|rule| format!("SELECT '{}' WHERE EXISTS ({})", rule.name, rule.sql));
        found.collect::<Vec<_>>().join(" UNION ALL ")
    })
}

/// Looks at the library that is open.
#[derive(Debug)]
pub(crate) struct Watch(LookingConnection);

impl Watch {
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        LookingConnection::open(path).map(Self)
    }

    /// The rules that are broken by now.
    pub(crate) fn broken(&mut self, has_undone: bool) -> Result<Vec<String>, StoreError> {
        self.0.find(all_rules(has_undone), None)
    }

    /// Whether a version with these words is kept.
    pub(crate) fn keeps(&mut self, text: &str) -> Result<bool, StoreError> {
        Ok(!self.0.find("SELECT 'kept' FROM versions WHERE text = $1", Some(text))?.is_empty())
    }

    /// Whether a paragraph shows these words as a person's.
    pub(crate) fn shows_as_persons(&mut self, text: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 'shown' FROM versions v JOIN selections s ON s.version = v.key \
                   WHERE v.text = $1 AND v.by_person = 1";
        Ok(!self.0.find(sql, Some(text))?.is_empty())
    }

    /// Who holds the book, and until when.
    pub(crate) fn claim(&mut self) -> Result<Option<(String, i64)>, StoreError> {
        let claim = self.0.find("SELECT until_ms || ' ' || holder FROM claims", None)?.pop();
        Ok(claim.and_then(|claim| {
            let (until_ms, holder) = claim.split_once(' ')?;
            Some((holder.to_owned(), until_ms.parse().ok()?))
        }))
    }

    /// What the library knows was used.
    pub(crate) fn used(&mut self) -> Result<Tokens, StoreError> {
        let sql = "SELECT CAST(coalesce(sum(input), 0) AS TEXT) || ' ' || coalesce(sum(output), 0) \
                   FROM (SELECT input, output FROM tasks UNION ALL SELECT input, output FROM chats)";
        let sums = self.0.find(sql, None)?.pop().unwrap_or_default();
        let mut sums = sums.split(' ').map(|sum| sum.parse().unwrap_or_default());
        Ok(Tokens { input: sums.next().unwrap_or_default(), output: sums.next().unwrap_or_default() })
    }
}
