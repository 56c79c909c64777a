-- What asking models for second opinions has cost: one row for each book and model.
CREATE TABLE opinion_costs (
    book         INTEGER NOT NULL REFERENCES books (key) ON DELETE CASCADE,
    model        TEXT    NOT NULL,
    n_requests   INTEGER NOT NULL,
    input        INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output       INTEGER NOT NULL,
    reasoning    INTEGER NOT NULL,
    cost_micros  INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (book, model)
) STRICT, WITHOUT ROWID;

-- What becomes of a translator's notes in a book: `footnotes` or `none`; NULL leaves it to the style in the settings.
ALTER TABLE books ADD COLUMN notes TEXT CHECK (notes IN ('footnotes', 'none'));
