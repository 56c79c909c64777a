-- What people say about a paragraph, as 0018 of a library in a file.
CREATE TABLE comments (
    paragraph   BIGINT NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    number      BIGINT NOT NULL,
    author      TEXT   NOT NULL,
    text        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    resolved_at BIGINT,
    PRIMARY KEY (paragraph, number)
);
