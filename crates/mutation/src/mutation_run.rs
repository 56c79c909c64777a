//! The runs that are made: which corpora, in which pairs of languages, with which dictionary.

use super::corpora::{find, handbook, story, wesnoth};
use super::table::Table;
use super::{Bench, Corpus, Thoroughness, run};
use checks::dictionary::{Dictionary, cedict, edict, freedict};
use checks::language::record::FILES;
use checks::suite::Suite;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

/// One corpus in one pair of languages, and what came out.
#[derive(Debug, Clone)]
pub struct MutationRun {
    pub corpus: &'static str,
    /// From which language.
    pub source: &'static str,
    /// Into which language.
    pub target: &'static str,
    /// Whether a bilingual dictionary was at hand.
    pub dictionary: bool,
    /// What came out.
    pub table: Table,
}

/// The name of a defect nobody planted: a paragraph of the handbook that was never translated.
pub const NEVER_TRANSLATED: &str = "never translated";

/// English with every language in both directions, and pairs that share a script or none.
pub fn story_pairs() -> Vec<(&'static str, &'static str)> {
    let with_english = FILES.iter().map(|(language, _)| *language).filter(|language| *language != "en");
    let mut pairs: Vec<_> = with_english.flat_map(|language| [("en", language), (language, "en")]).collect();
    pairs.extend([
        ("ja", "zh-Hans"),
        ("zh-Hans", "ja"),
        ("ja", "de"),
        ("ko", "zh-Hant"),
        ("de", "fr"),
        ("fr", "ru"),
        ("es", "pt"),
        ("ru", "pl"),
    ]);
    pairs
}

/// Our own story in all its pairs. The texts are beside the tests of this crate.
pub fn of_story(workspace: &Path, seed: u64) -> std::io::Result<Vec<MutationRun>> {
    let folder = workspace.join("crates/checks/tests/story");
    let mut tasks: Vec<Task> = Vec::new();
    for (source, target) in story_pairs() {
        let corpus = story::read(&folder, source, target, 1)?;
        tasks.push(Task::new("story", source, target, corpus));
        let long = story::read(&folder, source, target, 3)?;
        tasks.push(Task { only_chapters: true, ..Task::new("story", source, target, long) });
    }
    Ok(run_all(tasks, Thoroughness { seed, most: usize::MAX }))
}

/// The campaign nobody looked at when thresholds were chosen: from English into eleven languages, and from Japanese and
/// Chinese into English with a dictionary. Empty where the game is not installed.
pub fn of_wesnoth(workspace: &Path, thoroughness: Thoroughness) -> Vec<MutationRun> {
    run_all(campaign(workspace, "wesnoth", wesnoth::HEIR), thoroughness)
}

/// The same campaign with the dictionaries of `FreeDict`, in both directions. Nothing is demanded of it: it shows what
/// such a dictionary is good for. Empty where none is unpacked.
pub fn of_freedict(workspace: &Path, thoroughness: Thoroughness) -> Vec<MutationRun> {
    let Some(root) = wesnoth::root(workspace, wesnoth::HEIR) else { return Vec::new() };
    let mut tasks = Vec::new();
    for (folder, language) in wesnoth::LANGUAGES {
        let Some(corpus) = wesnoth::read(&root, wesnoth::HEIR, folder) else { continue };
        let back = wesnoth::reversed(corpus.clone());
        for (source, target, lines) in [("en", language, corpus), (language, "en", back)] {
            let Some(dictionary) = freedict(workspace, source, target) else { continue };
            let dictionary = Some(dictionary);
            tasks.push(Task { dictionary, ..Task::new("freedict", source, target, lines) });
        }
    }
    run_all(tasks, thoroughness)
}

/// A dictionary of `FreeDict`, where one is unpacked.
fn freedict(workspace: &Path, source: &str, target: &str) -> Option<Arc<dyn Dictionary>> {
    let code = |language| match language {
        "de" => Some("deu"),
        "en" => Some("eng"),
        "es" => Some("spa"),
        "fr" => Some("fra"),
        "it" => Some("ita"),
        "ja" => Some("jpn"),
        "pl" => Some("pol"),
        "pt" => Some("por"),
        "ru" => Some("rus"),
        _ => None,
    };
    let path = format!("usr/share/dictd/freedict-{}-{}", code(source)?, code(target)?);
    let index = fs::read_to_string(find(workspace, &format!("{path}.index"))?).ok()?;
    let text = fs::File::open(find(workspace, &format!("{path}.dict"))?).ok()?;
    Some(Arc::new(freedict::read(&index, BufReader::new(text)).ok()?))
}

/// The campaigns thresholds are chosen on. Nothing is demanded of them.
pub fn of_choosing(workspace: &Path, thoroughness: Thoroughness) -> Vec<MutationRun> {
    let tasks = wesnoth::FOR_CHOOSING.into_iter().flat_map(|one| campaign(workspace, "choosing", one));
    run_all(tasks.collect(), thoroughness)
}

fn campaign(workspace: &Path, name: &'static str, campaign: wesnoth::Campaign) -> Vec<Task> {
    let Some(root) = wesnoth::root(workspace, campaign) else { return Vec::new() };
    let read = |language| wesnoth::read(&root, campaign, language);
    let forth = wesnoth::LANGUAGES
        .iter()
        .filter_map(|(folder, language)| Some(Task::new(name, "en", language, read(folder)?)));
    let back = [("ja", "ja"), ("zh_CN", "zh-Hans")].into_iter().filter_map(|(folder, language)| {
        let corpus = wesnoth::reversed(read(folder)?);
        let dictionary = dictionary(workspace, language);
        Some(Task { dictionary, ..Task::new(name, language, "en", corpus) })
    });
    forth.chain(back).collect()
}

/// The handbook, clean paragraphs and those that were never translated. Empty where it is not installed.
pub fn of_handbook(workspace: &Path) -> Vec<MutationRun> {
    let Some(root) = find(workspace, handbook::ROOT) else { return Vec::new() };
    let tasks = handbook::LANGUAGES.iter().filter_map(|(folder, language)| {
        let (corpus, left) = handbook::read(&root, folder)?;
        Some(Task { left: Some(left), ..Task::new("handbook", "en", language, corpus) })
    });
    run_all(tasks.collect(), Thoroughness { seed: 0, most: 0 })
}

/// A dictionary into English, where one is installed.
pub fn dictionary(workspace: &Path, language: &str) -> Option<Arc<dyn Dictionary>> {
    if language == "ja" {
        let bytes = fs::read(find(workspace, "usr/share/edict/edict")?).ok()?;
        return Some(Arc::new(edict::read(&bytes)));
    }
    let bytes = fs::read(find(workspace, "cedict.u8")?).ok()?;
    Some(Arc::new(cedict::read(&bytes)))
}

/// One run to be made.
struct Task {
    corpus: &'static str,
    source: &'static str,
    target: &'static str,
    dictionary: Option<Arc<dyn Dictionary>>,
    lines: Corpus,
    left: Option<Vec<handbook::State>>,
    only_chapters: bool,
}

impl Task {
    fn new(corpus: &'static str, source: &'static str, target: &'static str, lines: Corpus) -> Self {
        Self { corpus, source, target, dictionary: None, lines, left: None, only_chapters: false }
    }

    fn run(&self, thoroughness: Thoroughness) -> Option<MutationRun> {
        let (source, target) = (self.source.parse().ok()?, self.target.parse().ok()?);
        let suite = match &self.dictionary {
            Some(dictionary) => Suite::with_dictionary(&source, &target, Arc::clone(dictionary)),
            None => Suite::for_pair(&source, &target),
        };
        let mut table = Table::default();
        match &self.left {
            Some(left) => natural(&suite, &self.lines, left, &mut table),
            None if self.only_chapters => {
                super::chapters::run(&suite, &self.lines, thoroughness.seed, &mut table);
                // A story told three times over is no clean text.
                table.walk_alarms.clear();
                table.walk_messages.clear();
            }
            None => run(&suite, &self.lines, thoroughness, &mut table),
        }
        let dictionary = self.dictionary.is_some();
        Some(MutationRun { corpus: self.corpus, source: self.source, target: self.target, dictionary, table })
    }
}

/// Makes runs on two cores, in a fixed order of results.
fn run_all(tasks: Vec<Task>, thoroughness: Thoroughness) -> Vec<MutationRun> {
    let n_tasks = tasks.len();
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(n_tasks));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((place, task)) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                    let run = task.run(thoroughness);
                    if let Ok(mut done) = done.lock() {
                        done.push((place, run));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().filter_map(|(_, run)| run).collect()
}

/// Judges a corpus of which some paragraphs are known to be untranslated.
fn natural(suite: &Suite, corpus: &Corpus, left: &[handbook::State], table: &mut Table) {
    let bench = Bench::new(suite, corpus);
    for (index, state) in left.iter().enumerate() {
        let Some(line) = corpus.lines.get(index) else { break };
        match state {
            handbook::State::Translated => {
                table.note_clean(&bench.judge_clean(index), bench.is_long(index));
            }
            handbook::State::Left if line.source.chars().count() >= 40 => {
                let caught_by = ["A3", "A12", "B1", "B2", "B3"];
                let judgement = bench.judge_clean(index);
                table.note_natural(NEVER_TRANSLATED, &caught_by, &judgement, &line.translation);
            }
            handbook::State::Left | handbook::State::Doubtful => {}
        }
    }
}
