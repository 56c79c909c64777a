//! What the tools of the library answer, as JSON Schema. A test calls every tool and holds its answer against this.

use super::schema::{answer, change, flag, list, number, object, one_of, text, text_or_null};
use serde_json::Value;

fn shown_paragraph() -> Value {
    object(
        &[
            ("paragraph_id", text()),
            ("paragraph_index", number()),
            ("text", text()),
            ("translation", text_or_null()),
        ],
        &[
            ("chapter_id", text()),
            ("chapter_title", text()),
            ("chapter_title_translation", text()),
            ("locked", flag()),
            ("review", one_of(&["needs_work", "reviewed", "approved"])),
        ],
    )
}

pub(super) fn paragraph() -> Value {
    answer(&[("paragraph", shown_paragraph())], &[])
}

pub(super) fn paragraphs() -> Value {
    answer(&[("count", number()), ("paragraphs", list(&shown_paragraph()))], &[])
}

pub(super) fn position() -> Value {
    let neighbours = list(&shown_paragraph());
    answer(
        &[
            ("paragraph_id", text()),
            ("chapter_id", text()),
            ("chapter_title", text()),
            ("paragraph_index", number()),
            ("total_paragraphs", number()),
        ],
        &[("previous_paragraphs", neighbours.clone()), ("next_paragraphs", neighbours)],
    )
}

pub(super) fn chapter() -> Value {
    answer(
        &[
            ("chapter_id", text()),
            ("chapter_number", number()),
            ("title", text()),
            ("title_translation", text_or_null()),
            ("volume", text_or_null()),
            ("total_paragraphs", number()),
            ("paragraphs_with_text", number()),
            ("translated_paragraphs", number()),
            ("first_paragraph_id", text_or_null()),
            ("previous_chapter_id", text_or_null()),
            ("next_chapter_id", text_or_null()),
        ],
        &[],
    )
}

pub(super) fn chapters() -> Value {
    let chapter = object(
        &[
            ("chapter_id", text()),
            ("chapter_number", number()),
            ("title", text()),
            ("title_translation", text_or_null()),
            ("volume", text_or_null()),
            ("paragraphs_with_text", number()),
            ("translated_paragraphs", number()),
        ],
        &[],
    );
    answer(&[("count", number()), ("total_chapters", number()), ("chapters", list(&chapter))], &[])
}

pub(super) fn chapter_title() -> Value {
    change(&[("chapter_id", text()), ("title_translation", text())], &[])
}

pub(super) fn book_title() -> Value {
    change(&[("title_translation", text())], &[])
}

pub(super) fn versions() -> Value {
    let version = object(
        &[
            ("version_id", text()),
            ("translation", text()),
            ("by", one_of(&["person", "model", "assistant", "memory", "checks"])),
            ("model", text_or_null()),
            ("selected", flag()),
            ("created_at_ms", number()),
        ],
        &[("review", one_of(&["needs_work", "reviewed", "approved"]))],
    );
    answer(
        &[
            ("paragraph_id", text()),
            ("paragraph_index", number()),
            ("text", text()),
            ("locked", flag()),
            ("versions", list(&version)),
            ("count", number()),
        ],
        &[],
    )
}

pub(super) fn translation() -> Value {
    change(&[("paragraph_id", text()), ("saved_as", one_of(&["selected", "suggestion"]))], &[])
}

pub(super) fn selection() -> Value {
    change(&[("paragraph_id", text()), ("version_id", text()), ("previous_version_id", text_or_null())], &[])
}

pub(super) fn replacement() -> Value {
    let place = object(
        &[
            ("paragraph_id", text()),
            ("paragraph_index", number()),
            ("chapter_id", text()),
            ("before", text()),
            ("after", text()),
        ],
        &[],
    );
    change(
        &[("dry_run", flag()), ("count", number()), ("replacements", number()), ("matches", list(&place))],
        &[("skipped_locked", list(&text()))],
    )
}

fn shown_term() -> Value {
    object(
        &[("term_id", text()), ("source", text()), ("translation", text()), ("standing", text())],
        &[
            ("reading", text()),
            ("other_forms", list(&text())),
            ("kind", text()),
            ("note", text()),
            ("strictness", text()),
        ],
    )
}

pub(super) fn term() -> Value {
    answer(&[("term", shown_term())], &[])
}

pub(super) fn terms() -> Value {
    answer(&[("count", number()), ("terms", list(&shown_term()))], &[])
}

pub(super) fn term_change() -> Value {
    change(&[("term", shown_term())], &[])
}

fn shown_character() -> Value {
    let voice = object(&[("register", text()), ("endings", list(&text())), ("samples", list(&text()))], &[]);
    object(
        &[("character_id", text()), ("standing", text())],
        &[
            ("name", text()),
            ("translation", text()),
            ("aliases", list(&text())),
            ("gender", text()),
            ("notes", list(&text())),
            ("voice", voice),
            ("addresses", list(&text())),
        ],
    )
}

pub(super) fn character() -> Value {
    answer(&[("character", shown_character())], &[])
}

pub(super) fn characters() -> Value {
    answer(&[("count", number()), ("characters", list(&shown_character()))], &[])
}

pub(super) fn character_change() -> Value {
    change(&[("character", shown_character())], &[])
}

fn shown_memory() -> Value {
    object(&[("memory_id", text()), ("about", text()), ("text", text()), ("standing", text())], &[])
}

pub(super) fn memories() -> Value {
    answer(&[("count", number()), ("memories", list(&shown_memory()))], &[])
}

pub(super) fn memory_change() -> Value {
    change(&[("memory", shown_memory())], &[])
}

pub(super) fn deleted() -> Value {
    change(&[("deleted", text())], &[])
}

pub(super) fn deleted_term() -> Value {
    change(&[("deleted", text()), ("source", text())], &[])
}

pub(super) fn deleted_character() -> Value {
    change(&[("deleted", text()), ("name", text())], &[])
}
