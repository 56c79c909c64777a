-- What people say about a paragraph: one row for each remark, numbered within the paragraph from 1. Open until it is resolved.
CREATE TABLE comments (
    paragraph   INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    author      TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    resolved_at INTEGER,
    PRIMARY KEY (paragraph, number)
) STRICT, WITHOUT ROWID;
