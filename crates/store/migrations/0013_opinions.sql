-- What a model that was asked thinks of a translation. It holds as long as source and translation are those of the digest;
-- an empty list means that the model had nothing to say.
CREATE TABLE opinions (
    paragraph  INTEGER NOT NULL REFERENCES paragraphs (key) ON DELETE CASCADE,
    model      TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    opinions   TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (paragraph, model)
) STRICT, WITHOUT ROWID;
