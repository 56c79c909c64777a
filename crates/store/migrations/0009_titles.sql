-- Whether a translated title is a person's own: no model replaces it. Titles from before this was kept are a person's where
-- a person once gave exactly this title.
ALTER TABLE books ADD COLUMN title_by_person INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chapters ADD COLUMN title_by_person INTEGER NOT NULL DEFAULT 0;
UPDATE books SET title_by_person = 1 WHERE title_translation IS NOT NULL AND (key, title_translation) IN (
    SELECT c.book, e.value ->> 'after' FROM changes c, json_each(c.effects) e
    WHERE c.who ->> 'by' = 'person' AND e.value ->> 'effect' = 'book_titled'
);
UPDATE chapters SET title_by_person = 1 WHERE title_translation IS NOT NULL AND (book, title_translation) IN (
    SELECT c.book, e.value ->> 'after' FROM changes c, json_each(c.effects) e
    WHERE c.who ->> 'by' = 'person' AND e.value ->> 'effect' = 'chapter_titled'
);
