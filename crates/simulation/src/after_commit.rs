//! What must be true after every commit, asked of the library's file on a connection of our own.

use anyhow::Result;
use futures::executor::block_on;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Row as _};
use std::path::Path;

/// A statement finds what must not be.
struct Rule {
    name: &'static str,
    sql: &'static str,
    /// Whether it holds only as long as nobody has taken anything back.
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

/// A connection that only looks.
#[derive(Debug)]
pub(crate) struct Watch(SqliteConnection);

impl Watch {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new().filename(path).pragma("query_only", "ON");
        Ok(Self(block_on(options.disable_statement_logging().connect())?))
    }

    /// The rules that are broken by now.
    pub(crate) fn broken(&mut self, has_undone: bool) -> Result<Vec<&'static str>> {
        let mut broken = Vec::new();
        for rule in RULES.iter().filter(|rule| !(rule.ends_with_undo && has_undone)) {
            if block_on(sqlx::query(rule.sql).fetch_optional(&mut self.0))?.is_some() {
                broken.push(rule.name);
            }
        }
        Ok(broken)
    }

    /// Whether a version with these words is kept, and is what a paragraph shows if `is_shown`.
    pub(crate) fn has_version(&mut self, text: &str, is_shown: bool) -> Result<bool> {
        let kept = "SELECT 1 FROM versions WHERE text = $1";
        let shown = "SELECT 1 FROM versions v JOIN selections s ON s.version = v.key WHERE v.text = $1";
        let found = sqlx::query(if is_shown { shown } else { kept }).bind(text.to_owned());
        Ok(block_on(found.fetch_optional(&mut self.0))?.is_some())
    }

    /// Who holds the book.
    pub(crate) fn holder(&mut self) -> Result<Option<String>> {
        let row = block_on(sqlx::query("SELECT holder FROM claims").fetch_optional(&mut self.0))?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// What the library knows was used, in tokens in and out.
    pub(crate) fn used(&mut self) -> Result<(u64, u64)> {
        let sql = "SELECT (SELECT coalesce(sum(input), 0) FROM tasks) + (SELECT coalesce(sum(input), 0) FROM chats), \
                   (SELECT coalesce(sum(output), 0) FROM tasks) + (SELECT coalesce(sum(output), 0) FROM chats)";
        let row = block_on(sqlx::query(sql).fetch_one(&mut self.0))?;
        let number = |at: usize| -> Result<u64> { Ok(u64::try_from(row.try_get::<i64, _>(at)?)?) };
        Ok((number(0)?, number(1)?))
    }
}
