//! Excellent prose in pairs, by writers who had not seen the checks: whatever a check finds in it is a false finding.
//!
//! A file of `corpora/prose` is one text in reading order; its lines begin with their languages (`ja-en`) and what sort of
//! text they are. A file of the same name in `corpora/prose/names` says what a person would have noted: names and terms.

mod measured;

pub use measured::{FalseFindings, Shown, measure, upper_end};

use crate::corpora::{files, story};
use anyhow::{Context as _, Result, bail, ensure};
use book::id::TermId;
use book::knowledge::character::{Character, Gender, Name};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term, TermKind};
use book::text::paragraph::ParagraphKind;
use std::fs;
use std::path::Path;

/// A paragraph and an excellent translation of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProsePair {
    pub source_language: String,
    pub target_language: String,
    pub kind: ProseKind,
    pub source: String,
    pub translation: String,
}

/// What sort of text a pair is, or what is in it that checks have stumbled over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProseKind {
    Dialogue,
    Narration,
    Verse,
    Letter,
    /// A name of one or two letters, or of one character.
    Name,
    /// A name or term that also stands as a common noun.
    CommonNoun,
}

/// A text with what is noted about it.
#[derive(Debug, Clone, Default)]
pub struct ProseText {
    /// The name of its file.
    pub name: String,
    /// Who wrote it, or where it is from.
    pub origin: String,
    pub pairs: Vec<ProsePair>,
    pub characters: Vec<Character>,
    pub terms: Vec<Term>,
}

impl ProseKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Dialogue, Self::Narration, Self::Verse, Self::Letter, Self::Name, Self::CommonNoun];

    /// The word for it in the files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dialogue => "dialogue",
            Self::Narration => "narration",
            Self::Verse => "verse",
            Self::Letter => "letter",
            Self::Name => "name",
            Self::CommonNoun => "common-noun",
        }
    }
}

impl ProsePair {
    /// As the program reads it: a short line that counts chapters is a heading, everything else running text, verse included.
    pub fn paragraph_kind(&self) -> ParagraphKind {
        let source = self.source.as_str();
        let counts = source.chars().count() < 40
            && !source.ends_with(['。', '.', '”', '」', '！', '？', '!', '?'])
            && ["Chapter ", "Part ", "第", "Kapitel ", "Chapitre ", "Capítulo ", "Capitolo ", "Глава ", "제"]
                .iter()
                .any(|word| source.starts_with(word));
        if counts { ParagraphKind::Heading } else { ParagraphKind::Body }
    }

    /// Whether it is from another pair of languages than Japanese or Chinese into English.
    pub fn is_of_other_languages(&self) -> bool {
        let from_east = self.source_language == "ja" || self.source_language.starts_with("zh");
        !(from_east && self.target_language == "en")
    }
}

/// The texts of a folder, in the order of their names. A line that cannot be read is an error that names it.
pub fn read(folder: &Path) -> Result<Vec<ProseText>> {
    files(folder, "tsv").iter().map(|path| read_text(path, folder)).collect()
}

fn read_text(path: &Path, folder: &Path) -> Result<ProseText> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let written = fs::read_to_string(path).with_context(|| format!("cannot read `{name}`"))?;
    let mut text = ProseText { name: name.clone(), ..ProseText::default() };
    for (line, number) in written.lines().zip(1..) {
        if let Some(origin) = line.strip_prefix("# origin:") {
            origin.trim().clone_into(&mut text.origin);
        } else if !line.starts_with('#') {
            text.pairs.push(pair(line).with_context(|| format!("line {number} of `{name}`"))?);
        }
    }
    ensure!(!text.origin.is_empty(), "`{name}` does not say where it is from");
    if let Ok(noted) = fs::read_to_string(folder.join("names").join(&name)) {
        for (line, number) in noted.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            text.note(line, number).with_context(|| format!("line {number} of `names/{name}`"))?;
        }
    }
    Ok(text)
}

fn pair(line: &str) -> Result<ProsePair> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [languages, kind, source, translation] = cells.as_slice() else {
        bail!("it has {} cells and not four", cells.len());
    };
    let (source_language, target_language) =
        languages_of(languages).context("its languages cannot be read")?;
    let kind =
        ProseKind::ALL.into_iter().find(|known| known.as_str() == *kind).context("its kind is unknown")?;
    ensure!(!source.trim().is_empty() && !translation.trim().is_empty(), "one side is empty");
    Ok(ProsePair {
        source_language,
        target_language,
        kind,
        source: source.replace('⏎', "\n"),
        translation: translation.replace('⏎', "\n"),
    })
}

/// `zh-Hans-en` is from `zh-Hans` into `en`: a script has four letters, a language two or three.
fn languages_of(written: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = written.split('-').collect();
    let second = (1..parts.len()).find(|at| parts.get(*at).is_some_and(|part| part.len() < 4))?;
    Some((parts.get(..second)?.join("-"), parts.get(second..)?.join("-")))
}

impl ProseText {
    /// Takes in what is noted: the word of the source, its translation with other right ones after `|`, and what it is.
    fn note(&mut self, line: &str, number: u32) -> Result<()> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [source, translations, what] = cells.as_slice() else {
            bail!("it has {} cells and not three", cells.len());
        };
        let mut forms = translations.split('|').map(str::to_owned);
        let translation = forms.next().unwrap_or_default();
        let gender = match *what {
            "female" => Gender::Female,
            "male" => Gender::Male,
            "place" | "term" | "exact" => {
                self.terms.push(Term {
                    kind: if *what == "place" { TermKind::Place } else { TermKind::Other },
                    strictness: if *what == "exact" { Strictness::Exact } else { Strictness::Preferred },
                    standing: EntryState::Confirmed,
                    other_forms: forms.collect(),
                    ..Term::new(TermId::from_number(number), (*source).to_owned(), translation)
                });
                return Ok(());
            }
            _ => bail!("`{what}` is unknown"),
        };
        let mut person = story::person(number, source, &translation, gender);
        person.aliases = forms.map(|form| Name::new((*source).to_owned(), form)).collect();
        self.characters.push(person);
        Ok(())
    }
}
