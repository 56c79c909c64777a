//! Between what a series knows and what travels, both ways.

use crate::api::knowledge as wire;
use crate::problem::Problem;
use book::id::{BookId, ChapterId, CharacterId, TermId};
use book::knowledge::character::{Address, Character, Fact, Gender, Known, Name, Voice};
use book::knowledge::evidence::{Moment, Standing};
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::term::{Strictness, Term, TermKind};
use store::error::StoreError;
use store::knowledge::Kept;
use store::library::Library;
use store::record::BookSummary;

/// Longer texts of an entry are a mistake.
const LONGEST: usize = 4_000;

/// Where a book stands in its series' story.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    place: u32,
}

impl Clock {
    pub(crate) async fn of(library: &Library, book: &BookSummary) -> Result<Self, StoreError> {
        let first = library.chapters(book.id).await?.first().map(|chapter| chapter.id);
        let place = match first {
            Some(chapter) => library.moment_of(book.id, chapter).await?.book(),
            None => 0,
        };
        Ok(Self { place })
    }

    const fn read(self, chapter: u32) -> Moment {
        Moment::of(self.place, chapter.saturating_sub(1))
    }

    /// The chapter of this book; what another volume says holds from its beginning.
    fn shown(self, moment: Moment) -> Option<u32> {
        (moment != Moment(0) && moment.book() == self.place).then(|| moment.chapter() + 1)
    }

    const fn end(self) -> Moment {
        Moment::of(self.place + 1, 0)
    }
}

pub(crate) fn term(kept: &Kept<Term>, book: BookId) -> wire::Term {
    let term = &kept.value;
    let here = term.evidence.iter().filter(|evidence| evidence.book == book);
    wire::Term {
        id: term.id.to_string(),
        source: term.source.clone(),
        reading: term.reading.clone(),
        translation: term.translation.clone(),
        other_forms: term.other_forms.clone(),
        kind: term.kind.as_str().to_owned(),
        note: term.note.clone(),
        strictness: term.strictness.as_str().to_owned(),
        standing: term.standing.as_str().to_owned(),
        evidence: here.take(20).map(|evidence| evidence.paragraph.to_string()).collect(),
        revision: kept.revision.0,
    }
}

/// The term with what a person wrote put in.
pub(crate) fn written_term(mut term: Term, request: wire::TermRequest) -> Result<Term, Problem> {
    if let Some(source) = request.source {
        term.source = text("source", &source)?;
    }
    if let Some(reading) = request.reading {
        term.reading = Some(text("reading", &reading)?).filter(|reading| !reading.is_empty());
    }
    if let Some(translation) = request.translation {
        term.translation = text("translation", &translation)?;
    }
    if let Some(forms) = request.other_forms {
        term.other_forms = texts("other_forms", &forms)?;
    }
    if let Some(kind) = request.kind {
        term.kind = TermKind::from_word(&kind).ok_or_else(|| unknown("kind", &kind))?;
    }
    if let Some(note) = request.note {
        term.note = text("note", &note)?;
    }
    if let Some(strictness) = request.strictness {
        term.strictness =
            Strictness::from_word(&strictness).ok_or_else(|| unknown("strictness", &strictness))?;
    }
    if let Some(word) = request.standing {
        term.standing = standing(&word)?;
    }
    let needs_translation = term.strictness != Strictness::KeepSource;
    if term.source.is_empty() || (needs_translation && term.translation.is_empty()) {
        return Err(Problem::wrong("term", "a term has a source and a translation", "write both"));
    }
    Ok(term)
}

pub(crate) fn character(kept: &Kept<Character>, clock: Clock) -> wire::Character {
    let one = &kept.value;
    let gender = match one.gender_at(clock.end()) {
        Known::Settled(gender) => Some(gender.as_str().to_owned()),
        Known::Nothing | Known::Conflict => None,
    };
    let addresses = one.addresses.iter().map(|address| wire::Address {
        to: address.to.to_string(),
        source: address.source.clone(),
        translation: address.translation.clone(),
        from_chapter: clock.shown(address.from),
        until_chapter: address.until.and_then(|until| clock.shown(until)),
    });
    wire::Character {
        id: one.id.to_string(),
        name: name(&one.name),
        aliases: one.aliases.iter().map(name).collect(),
        gender,
        description: described(one),
        voice: wire::Voice {
            register: one.voice.register.clone(),
            endings: one.voice.endings.clone(),
            samples: one.voice.samples.clone(),
        },
        addresses: addresses.collect(),
        standing: one.standing.as_str().to_owned(),
        revision: kept.revision.0,
    }
}

fn described(character: &Character) -> String {
    let usable = character.description.iter().filter(|fact| fact.standing.is_usable());
    usable.map(|fact| fact.value.as_str()).collect::<Vec<_>>().join("\n")
}

fn name(name: &Name) -> wire::Name {
    wire::Name {
        source: name.source.clone(),
        reading: name.reading.clone(),
        translation: name.translation.clone(),
    }
}

/// The character with what a person wrote put in. What was not changed keeps where it was learnt and since when it is known.
pub(crate) fn written_character(
    mut one: Character,
    request: &wire::CharacterRequest,
    clock: Clock,
) -> Result<Character, Problem> {
    if let Some(name) = &request.name {
        one.name = written_name(name, std::slice::from_ref(&one.name))?;
    }
    if let Some(aliases) = &request.aliases {
        one.aliases =
            aliases.iter().map(|alias| written_name(alias, &one.aliases)).collect::<Result<_, _>>()?;
    }
    if let Some(word) = &request.gender {
        let before = match one.gender_at(clock.end()) {
            Known::Settled(gender) => gender.as_str(),
            Known::Nothing | Known::Conflict => "",
        };
        if word != before {
            one.gender = match word.as_str() {
                "" => Vec::new(),
                word => vec![fact(Gender::from_word(word).ok_or_else(|| unknown("gender", word))?)],
            };
        }
    }
    if let Some(description) = request.description.as_ref().filter(|text| **text != described(&one)) {
        let lines = description.lines().map(str::trim).filter(|line| !line.is_empty());
        one.description =
            lines.map(|line| Ok(fact(text("description", line)?))).collect::<Result<_, Problem>>()?;
    }
    if let Some(voice) = &request.voice {
        one.voice = Voice {
            register: text("register", &voice.register)?,
            endings: texts("endings", &voice.endings)?,
            samples: texts("samples", &voice.samples)?,
        };
    }
    if let Some(addresses) = &request.addresses {
        let before = std::mem::take(&mut one.addresses);
        one.addresses = addresses
            .iter()
            .map(|address| written_address(address, &before, clock))
            .collect::<Result<_, _>>()?;
    }
    if let Some(word) = &request.standing {
        one.standing = standing(word)?;
    }
    if one.name.source.is_empty() {
        return Err(Problem::wrong("character", "a character has a name", "write it as the source has it"));
    }
    Ok(one)
}

fn written_name(given: &wire::Name, before: &[Name]) -> Result<Name, Problem> {
    let source = text("source", &given.source)?;
    if source.is_empty() {
        return Err(Problem::wrong("name", "a name is not empty", ""));
    }
    let known_from =
        before.iter().find(|name| name.source == source).map_or(Moment(0), |name| name.known_from);
    Ok(Name {
        reading: given
            .reading
            .as_deref()
            .map(|reading| text("reading", reading))
            .transpose()?
            .filter(|text| !text.is_empty()),
        translation: text("translation", &given.translation)?,
        known_from,
        source,
    })
}

fn written_address(given: &wire::Address, before: &[Address], clock: Clock) -> Result<Address, Problem> {
    let to: CharacterId = given.to.parse().map_err(|_| unknown("to", &given.to))?;
    let (source, translation) = (text("source", &given.source)?, text("translation", &given.translation)?);
    let same = before.iter().find(|one| {
        one.to == to
            && one.source == source
            && clock.shown(one.from) == given.from_chapter
            && one.until.and_then(|until| clock.shown(until)) == given.until_chapter
    });
    if let Some(same) = same {
        return Ok(Address { translation, ..same.clone() });
    }
    Ok(Address {
        to,
        source,
        translation,
        from: given.from_chapter.map_or(Moment(0), |chapter| clock.read(chapter)),
        until: given.until_chapter.map(|chapter| clock.read(chapter)),
        evidence: Vec::new(),
        standing: Standing::Confirmed,
    })
}

pub(crate) fn memory(kept: &Kept<Memory>) -> wire::Memory {
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
        let detail = format!("a memory has between 1 and {} characters", Memory::MAX_CHARS);
        return Err(Problem::wrong("text", detail, "longer texts belong in a summary"));
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

/// How far something is trusted, by its word.
pub(crate) fn standing(word: &str) -> Result<Standing, Problem> {
    Standing::from_word(word).ok_or_else(|| unknown("standing", word))
}

/// A text without space around it and of an honest length.
pub(crate) fn text(field: &'static str, given: &str) -> Result<String, Problem> {
    let text = given.trim();
    if text.chars().nth(LONGEST).is_some() {
        return Err(Problem::wrong(
            field,
            format!("`{field}` is longer than {LONGEST} characters"),
            "shorten it",
        ));
    }
    Ok(text.to_owned())
}

fn texts(field: &'static str, given: &[String]) -> Result<Vec<String>, Problem> {
    let texts = given.iter().map(|one| text(field, one)).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.into_iter().filter(|text| !text.is_empty()).collect())
}

/// What a person says is confirmed and known from the beginning.
fn fact<T>(value: T) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from: Moment(0), standing: Standing::Confirmed }
}

fn unknown(field: &'static str, word: &str) -> Problem {
    let word: String = word.chars().take(40).collect();
    Problem::wrong(field, format!("`{word}` is no {field}"), "`/api/v1/openapi.json` lists the words")
}
