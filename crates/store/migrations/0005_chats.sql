-- Conversations with the assistant about a book, kept whole: every line as it was said.
CREATE TABLE chats (
    key          INTEGER PRIMARY KEY AUTOINCREMENT,
    id           INTEGER NOT NULL UNIQUE,
    book         INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    title        TEXT    NOT NULL,
    input        INTEGER NOT NULL DEFAULT 0,
    cached_input INTEGER NOT NULL DEFAULT 0,
    output       INTEGER NOT NULL DEFAULT 0,
    reasoning    INTEGER NOT NULL DEFAULT 0,
    cost_micros  INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX chats_of_book ON chats (book, updated_at);

CREATE TABLE chat_lines (
    chat       INTEGER NOT NULL REFERENCES chats (key) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    change     INTEGER,
    json       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (chat, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER chat_lines_never_change BEFORE UPDATE ON chat_lines
BEGIN
    SELECT RAISE (ABORT, 'what was said never changes');
END;
