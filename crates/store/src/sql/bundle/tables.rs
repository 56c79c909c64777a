//! Which rows belong to a book, and what their columns mean.

use super::number_sql;

/// A table of the library.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [Column],
    /// Which rows are the book's, whose key is `$1`.
    pub(super) of_book: &'static str,
    pub(super) order: &'static str,
}

/// A column and what stands in it.
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// What stands in a column, and how it is put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number, a text or nothing; the table knows which it takes.
    Value,
    /// What a run was to do, without the model's address, which may be a private one.
    Spec,
    /// A text with markup.
    Marked,
    /// Who made a version.
    Author,
    /// What a change did; the versions in it get their new keys.
    Effects,
    /// The book's key, which is not carried.
    Book,
    /// The number of a chapter or paragraph.
    Numbered,
    /// A row's own key, which the new library gives anew.
    Key(Keys),
    /// The key of another row.
    Ref(Keys),
}

/// Keys that a library gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Keys {
    Versions,
    Changes,
    Runs,
    Tasks,
    Chats,
}

impl Column {
    /// The expression that carries it.
    pub(super) fn select(&self) -> String {
        match self.kind {
            Kind::Book => "NULL".to_owned(),
            Kind::Numbered => number_sql(self.name),
            Kind::Value
            | Kind::Spec
            | Kind::Marked
            | Kind::Author
            | Kind::Effects
            | Kind::Key(_)
            | Kind::Ref(_) => {
                format!("t.{}", self.name)
            }
        }
    }
}

const fn value(name: &'static str) -> Column {
    Column { name, kind: Kind::Value }
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

const OF_PARAGRAPHS: &str = "t.paragraph BETWEEN ($1 << 32) AND (($1 << 32) | 4294967295)";
const OF_VERSIONS: &str = "t.version IN (SELECT key FROM versions WHERE paragraph BETWEEN ($1 << 32) AND (($1 << 32) | 4294967295))";
const OF_TASKS: &str =
    "t.task IN (SELECT key FROM tasks WHERE run IN (SELECT key FROM runs WHERE book = $1))";

/// Every table of a book, each after those it refers to.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "chapters",
        columns: &[
            column("key", Kind::Numbered),
            column("book", Kind::Book),
            value("number"),
            value("title"),
            value("title_translation"),
            value("title_by_person"),
            value("volume"),
            value("matter"),
            value("n_paragraphs"),
            value("n_work"),
            value("instructions"),
        ],
        of_book: "t.book = $1",
        order: "t.key",
    },
    Table {
        name: "paragraphs",
        columns: &[
            column("key", Kind::Numbered),
            column("book", Kind::Book),
            column("chapter", Kind::Numbered),
            value("position"),
            value("idx"),
            column("text", Kind::Marked),
            value("tags"),
            value("kind"),
            value("part"),
            value("block"),
            value("is_empty"),
            value("source"),
        ],
        of_book: "t.book = $1",
        order: "t.key",
    },
    Table {
        name: "former_sources",
        columns: &[
            column("paragraph", Kind::Numbered),
            value("until"),
            value("source"),
            column("text", Kind::Marked),
            value("tags"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.paragraph, t.until",
    },
    Table {
        name: "versions",
        columns: &[
            column("key", Kind::Key(Keys::Versions)),
            column("paragraph", Kind::Numbered),
            column("text", Kind::Marked),
            column("author", Kind::Author),
            value("by_person"),
            value("created_at"),
            value("source"),
            value("target"),
            value("suggested"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.key",
    },
    Table {
        name: "rejections",
        columns: &[column("version", Kind::Ref(Keys::Versions))],
        of_book: OF_VERSIONS,
        order: "t.version",
    },
    Table {
        name: "reviews",
        columns: &[
            column("version", Kind::Ref(Keys::Versions)),
            value("state"),
            value("who"),
            value("created_at"),
        ],
        of_book: OF_VERSIONS,
        order: "t.version",
    },
    Table {
        name: "version_notes",
        columns: &[column("version", Kind::Ref(Keys::Versions)), value("note")],
        of_book: OF_VERSIONS,
        order: "t.version",
    },
    Table {
        name: "comments",
        columns: &[
            column("paragraph", Kind::Numbered),
            value("number"),
            value("author"),
            value("text"),
            value("created_at"),
            value("resolved_at"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.paragraph, t.number",
    },
    Table {
        name: "selections",
        columns: &[
            column("paragraph", Kind::Numbered),
            column("book", Kind::Book),
            column("chapter", Kind::Numbered),
            column("version", Kind::Ref(Keys::Versions)),
            value("locked"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.paragraph",
    },
    Table {
        name: "changes",
        columns: &[
            column("key", Kind::Key(Keys::Changes)),
            column("book", Kind::Book),
            column("who", Kind::Author),
            value("run"),
            value("task"),
            value("note"),
            value("is_undo"),
            value("undone_by"),
            value("created_at"),
            column("effects", Kind::Effects),
        ],
        of_book: "t.book = $1",
        order: "t.key",
    },
    Table {
        name: "acknowledgements",
        columns: &[
            column("paragraph", Kind::Numbered),
            value("check_code"),
            value("digest"),
            value("reason"),
            value("created_at"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.paragraph, t.check_code",
    },
    Table {
        name: "opinions",
        columns: &[
            column("paragraph", Kind::Numbered),
            value("model"),
            value("digest"),
            value("opinions"),
            value("created_at"),
        ],
        of_book: OF_PARAGRAPHS,
        order: "t.paragraph, t.model",
    },
    Table {
        name: "opinion_costs",
        columns: &[
            column("book", Kind::Book),
            value("model"),
            value("n_requests"),
            value("input"),
            value("cached_input"),
            value("output"),
            value("reasoning"),
            value("cost_micros"),
            value("updated_at"),
        ],
        of_book: "t.book = $1",
        order: "t.model",
    },
    Table {
        name: "runs",
        // Where a run was to write its file is a place of the machine it ran on.
        columns: &[
            column("key", Kind::Key(Keys::Runs)),
            value("id"),
            column("book", Kind::Book),
            value("kind"),
            column("wish", Kind::Spec),
            value("outcome"),
            value("created_at"),
            value("updated_at"),
            value("n_chunks"),
            value("n_sessions"),
            value("last_event"),
        ],
        of_book: "t.book = $1",
        order: "t.key",
    },
    Table {
        name: "tasks",
        columns: &[
            column("key", Kind::Key(Keys::Tasks)),
            value("id"),
            column("run", Kind::Ref(Keys::Runs)),
            column("book", Kind::Book),
            value("kind"),
            column("chapter", Kind::Numbered),
            value("machine"),
            value("machine_version"),
            value("outcome"),
            value("n_steps"),
            value("n_lines"),
            value("input"),
            value("cached_input"),
            value("output"),
            value("reasoning"),
            value("cost_micros"),
            value("created_at"),
            value("updated_at"),
        ],
        of_book: "t.run IN (SELECT key FROM runs WHERE book = $1)",
        order: "t.key",
    },
    Table {
        name: "steps",
        columns: &[
            column("task", Kind::Ref(Keys::Tasks)),
            value("number"),
            column("change", Kind::Ref(Keys::Changes)),
            value("input"),
            value("cached_input"),
            value("output"),
            value("reasoning"),
            value("cost_micros"),
            value("created_at"),
            value("model"),
        ],
        of_book: OF_TASKS,
        order: "t.task, t.number",
    },
    Table {
        name: "task_paragraphs",
        columns: &[
            column("task", Kind::Ref(Keys::Tasks)),
            column("paragraph", Kind::Numbered),
            value("ordinal"),
            value("state"),
            value("reason"),
        ],
        of_book: OF_TASKS,
        order: "t.task, t.ordinal",
    },
    Table { name: "todos", columns: NOTES, of_book: OF_TASKS, order: "t.task, t.number" },
    Table { name: "questions", columns: NOTES, of_book: OF_TASKS, order: "t.task, t.number" },
    Table {
        name: "transcript",
        // A run goes on from the transcript of a task that has not ended; the others are only long.
        columns: &[column("task", Kind::Ref(Keys::Tasks)), value("line"), value("step"), value("json")],
        of_book: "t.task IN (SELECT key FROM tasks WHERE outcome IS NULL AND run IN (SELECT key FROM runs WHERE book = $1))",
        order: "t.task, t.line",
    },
    Table {
        name: "chats",
        columns: &[
            column("key", Kind::Key(Keys::Chats)),
            value("id"),
            column("book", Kind::Book),
            value("title"),
            value("input"),
            value("cached_input"),
            value("output"),
            value("reasoning"),
            value("cost_micros"),
            value("created_at"),
            value("updated_at"),
        ],
        of_book: "t.book = $1",
        order: "t.key",
    },
    Table {
        name: "chat_lines",
        columns: &[
            column("chat", Kind::Ref(Keys::Chats)),
            value("number"),
            column("change", Kind::Ref(Keys::Changes)),
            value("json"),
            value("created_at"),
        ],
        of_book: "t.chat IN (SELECT key FROM chats WHERE book = $1)",
        order: "t.chat, t.number",
    },
    Table {
        name: "former_originals",
        // The file itself and its digest stand beside the rows.
        columns: &[
            column("book", Kind::Book),
            value("until"),
            value("file_name"),
            value("format"),
            value("reading"),
        ],
        of_book: "t.book = $1",
        order: "t.until",
    },
];

const NOTES: &[Column] = &[
    column("task", Kind::Ref(Keys::Tasks)),
    value("number"),
    value("json"),
    value("created_at"),
    value("updated_at"),
];
