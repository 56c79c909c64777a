//! Memories, both ways.

use super::field::{standing, unknown};
use crate::api::knowledge as wire;
use crate::problem::Problem;
use book::id::{BookId, ChapterId, CharacterId, TermId};
use book::knowledge::memory::{Memory, Subject};
use messages::Message;
use store::knowledge::Versioned;

pub(crate) fn memory(kept: &Versioned<Memory>) -> wire::Memory {
    let memory = &kept.value;
    let (about, about_id) = match memory.subject {
        Subject::Series => ("series", None),
        Subject::Book { .. } => ("book", None),
        Subject::Chapter { chapter, .. } => ("chapter", Some(chapter.to_string())),
        Subject::Term { term } => ("term", Some(term.to_string())),
        Subject::Character { character } => ("character", Some(character.to_string())),
    };
    wire::Memory {
        id: memory.id.to_string(),
        about: about.to_owned(),
        about_id,
        text: memory.text.clone(),
        standing: memory.standing.as_str().to_owned(),
        revision: kept.revision.0,
    }
}

/// The memory with what a person wrote put in.
pub(crate) fn written_memory(
    mut memory: Memory,
    request: &wire::MemoryRequest,
    book: BookId,
) -> Result<Memory, Problem> {
    if let Some(about) = request.about.as_deref() {
        memory.subject = subject(about, request.about_id.as_deref(), book)?;
    }
    if let Some(given) = &request.text {
        given.trim().clone_into(&mut memory.text);
    }
    if let Some(word) = &request.standing {
        memory.standing = standing(word)?;
    }
    if !Memory::fits(&memory.text) {
        let message = Message::new("memory_length").count("limit", Memory::MAX_CHARS);
        return Err(Problem::wrong("text", message.count("length", memory.text.chars().count())));
    }
    Ok(memory)
}

fn subject(about: &str, id: Option<&str>, book: BookId) -> Result<Subject, Problem> {
    let id = id.unwrap_or_default();
    Ok(match about {
        "series" => Subject::Series,
        "book" => Subject::Book { book },
        "chapter" => {
            let chapter: ChapterId = id.parse().map_err(|_| unknown("about_id", id))?;
            Subject::Chapter { book, chapter }
        }
        "term" => Subject::Term { term: id.parse::<TermId>().map_err(|_| unknown("about_id", id))? },
        "character" => {
            Subject::Character { character: id.parse::<CharacterId>().map_err(|_| unknown("about_id", id))? }
        }
        other => return Err(unknown("about", other)),
    })
}
