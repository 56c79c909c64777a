//! The tables of a library in the order in which they are filled: each after those it refers to.
//!
//! Not moved are claims, allowances, users of keys, workers and their queue, which belong to processes, and the pages of the search, which are made anew.
//! The pieces of a large original go with its row.

/// A table and the columns of its key.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) key: &'static [&'static str],
    /// How many rows are read at once.
    pub(super) page: u32,
}

const ROWS: u32 = 500;

const fn table(name: &'static str, key: &'static [&'static str]) -> Table {
    Table { name, key, page: ROWS }
}

/// A table of files, which may be large.
const fn files(name: &'static str, key: &'static [&'static str]) -> Table {
    Table { name, key, page: 1 }
}

pub(super) const TABLES: &[Table] = &[
    table("people", &["key"]),
    table("identities", &["issuer", "subject"]),
    table("devices", &["digest"]),
    table("digests", &["person"]),
    table("mail_confirmations", &["digest"]),
    table("series", &["key"]),
    table("books", &["key"]),
    table("book_roles", &["person", "book"]),
    table("credentials", &["key"]),
    table("invitations", &["key"]),
    table("audit", &["key"]),
    table("budgets", &["key"]),
    table("spending", &["key"]),
    table("sealed_keys", &["variable"]),
    files("originals", &["book"]),
    files("former_originals", &["key"]),
    table("chapters", &["key"]),
    table("assignments", &["key"]),
    table("notices", &["key"]),
    table("activity", &["key"]),
    table("paragraphs", &["key"]),
    table("former_sources", &["paragraph", "until"]),
    table("versions", &["key"]),
    table("rejections", &["version"]),
    table("reviews", &["version"]),
    table("version_notes", &["version"]),
    table("selections", &["paragraph"]),
    table("changes", &["key"]),
    table("acknowledgements", &["paragraph", "check_code"]),
    table("opinions", &["paragraph", "model"]),
    table("comments", &["paragraph", "number"]),
    table("opinion_costs", &["book", "model"]),
    table("runs", &["key"]),
    table("batches", &["key"]),
    table("tasks", &["key"]),
    table("steps", &["task", "number"]),
    table("transcript", &["key"]),
    table("task_paragraphs", &["task", "paragraph"]),
    table("task_knowledge", &["task"]),
    table("todos", &["task", "number"]),
    table("questions", &["task", "number"]),
    table("knowledge", &["key"]),
    table("chats", &["key"]),
    table("chat_lines", &["chat", "number"]),
    table("rehearsals", &["paragraph"]),
    table("rehearsal_titles", &["book", "chapter"]),
];

/// Tables that give keys.
pub(super) const KEYED: &[&str] = &[
    "series",
    "books",
    "former_originals",
    "versions",
    "changes",
    "runs",
    "batches",
    "tasks",
    "transcript",
    "knowledge",
    "chats",
    "people",
    "credentials",
    "invitations",
    "audit",
    "budgets",
    "spending",
    "assignments",
    "notices",
    "activity",
];
