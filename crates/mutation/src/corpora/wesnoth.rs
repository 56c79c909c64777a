//! Campaigns of the game Wesnoth: fiction with speakers, in reading order, translated by people into dozens of languages.

use super::{catalogue, files, find, story};
use crate::{Corpus, CorpusLine};
use book::knowledge::character::{Character, Gender, Voice};
use book::text::paragraph::ParagraphKind;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the game's data are, below a root.
const ROOT: &str = "usr/share/games/wesnoth/1.16";

/// A campaign: the folder of its scenarios and the name of its catalogues.
#[derive(Debug, Clone, Copy)]
pub struct Campaign {
    pub folder: &'static str,
    pub catalogue: &'static str,
}

/// The campaign that is judged; no threshold was chosen by looking at it.
pub const HEIR: Campaign = Campaign { folder: "Heir_To_The_Throne", catalogue: "wesnoth-httt" };

/// The campaigns on which thresholds are chosen.
pub const FOR_CHOOSING: [Campaign; 4] = [
    Campaign { folder: "Delfadors_Memoirs", catalogue: "wesnoth-dm" },
    Campaign { folder: "Liberty", catalogue: "wesnoth-l" },
    Campaign { folder: "Son_Of_The_Black_Eye", catalogue: "wesnoth-sotbe" },
    Campaign { folder: "The_Hammer_of_Thursagan", catalogue: "wesnoth-thot" },
];

/// The game's name for a language, and ours.
pub const LANGUAGES: [(&str, &str); 11] = [
    ("de", "de"),
    ("es", "es"),
    ("fr", "fr"),
    ("it", "it"),
    ("ja", "ja"),
    ("ko", "ko"),
    ("pl", "pl"),
    ("pt_BR", "pt"),
    ("ru", "ru"),
    ("zh_CN", "zh-Hans"),
    ("zh_TW", "zh-Hant"),
];

/// People with a name of their own in the catalogues.
const PEOPLE: [(&str, Gender); 6] = [
    ("Konrad", Gender::Male),
    ("Delfador", Gender::Male),
    ("Li’sar", Gender::Female),
    ("Kalenz", Gender::Male),
    ("Asheviere", Gender::Female),
    ("Parandra", Gender::Female),
];

/// Things with one agreed translation.
const THINGS: [&str; 2] = ["Elensefar", "Sceptre of Fire"];

/// How an old man talks in Japanese fiction; what a person would note at the character.
const OLD_MAN: [&str; 2] = ["じゃ", "わし"];

/// The folder of the game's data that has a campaign, where it is installed.
pub fn root(workspace: &Path, campaign: Campaign) -> Option<PathBuf> {
    let folder = find(workspace, &format!("{ROOT}/data/campaigns/{}", campaign.folder))?;
    folder.ancestors().nth(3).map(Path::to_path_buf)
}

/// A campaign from English into a language; `None` where it is not installed.
pub fn read(root: &Path, campaign: Campaign, language: &str) -> Option<Corpus> {
    let mo = root.join(format!("locale/{language}/LC_MESSAGES/{}.mo", campaign.catalogue));
    let pairs = catalogue::read(&fs::read(mo).ok()?);
    let by_source: HashMap<&str, &str> =
        pairs.iter().map(|(source, translation)| (source.as_str(), translation.as_str())).collect();
    let mut corpus = Corpus { characters: people(&by_source, language), ..Corpus::default() };
    let named = THINGS.iter().filter_map(|name| Some((*name, *by_source.get(name)?)));
    corpus.terms = named.zip(1..).map(|((s, t), number)| story::thing(number, s, t)).collect();
    let folder = root.join("data/campaigns").join(campaign.folder).join("scenarios");
    // What every scenario repeats (“Death of Konrad”) is read once.
    let mut seen = HashSet::new();
    for (chapter, path) in files(&folder, "cfg").iter().enumerate() {
        let scenario = fs::read_to_string(path).ok()?;
        for said in strings(&scenario) {
            let Some(translation) = by_source.get(said.text.as_str()) else { continue };
            if !seen.insert(said.text.clone()) {
                continue;
            }
            let speaker = said.speaker.map(|speaker| speaker.replace('\'', "’"));
            let is_speaker = |one: &Character| speaker.as_deref() == Some(one.name.source.as_str());
            corpus.lines.push(CorpusLine {
                source: said.text.clone(),
                translation: (*translation).to_owned(),
                kind: ParagraphKind::Body,
                chapter,
                speaker: corpus.characters.iter().position(is_speaker),
            });
        }
    }
    Some(corpus)
}

/// The same the other way round: from a language into English.
#[must_use]
pub fn reversed(mut corpus: Corpus) -> Corpus {
    for line in &mut corpus.lines {
        std::mem::swap(&mut line.source, &mut line.translation);
    }
    for character in &mut corpus.characters {
        std::mem::swap(&mut character.name.source, &mut character.name.translation);
        character.voice = Voice::default();
    }
    for term in &mut corpus.terms {
        std::mem::swap(&mut term.source, &mut term.translation);
    }
    corpus
}

fn people(by_source: &HashMap<&str, &str>, language: &str) -> Vec<Character> {
    let named = PEOPLE.iter().filter_map(|(name, gender)| Some((*name, *by_source.get(name)?, *gender)));
    let mut people: Vec<Character> = named
        .zip(1..)
        .map(|((source, translation, gender), number)| story::person(number, source, translation, gender))
        .collect();
    if language == "ja" {
        for person in people.iter_mut().filter(|person| person.name.source == "Delfador") {
            person.voice.endings = OLD_MAN.iter().map(|word| (*word).to_owned()).collect();
        }
    }
    people
}

/// A text of a scenario with who says it.
struct SpokenText {
    text: String,
    speaker: Option<String>,
}

/// The translatable texts of a scenario, in order: `_ "…"`, a doubled quotation mark standing for one.
fn strings(scenario: &str) -> Vec<SpokenText> {
    let mut found = Vec::new();
    let mut speaker = None;
    let mut rest = scenario;
    while let Some(at) = rest.find(['[', '_', 's']) {
        let here = rest.get(at..).unwrap_or_default();
        if here.starts_with("[message]") {
            speaker = None;
        }
        if let Some(name) = here.strip_prefix("speaker=") {
            let name = name.lines().next().unwrap_or_default().trim().trim_matches('"');
            speaker = Some(name.to_owned());
        }
        let text = here.strip_prefix('_').map(str::trim_start).and_then(|text| text.strip_prefix('"'));
        let Some(text) = text else {
            rest = here.get(1..).unwrap_or_default();
            continue;
        };
        let (text, after) = quoted(text);
        found.push(SpokenText { text: text.trim().to_owned(), speaker: speaker.clone() });
        rest = after;
    }
    found
}

fn quoted(text: &str) -> (String, &str) {
    let mut written = String::new();
    let mut rest = text;
    while let Some((head, tail)) = rest.split_once('"') {
        written.push_str(head);
        match tail.strip_prefix('"') {
            Some(more) => {
                written.push('"');
                rest = more;
            }
            None => return (written, tail),
        }
    }
    (written, "")
}
