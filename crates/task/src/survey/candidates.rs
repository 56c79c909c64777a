//! Words of a source that are likely to be names or terms, found without a model: by their script, capitals, honorifics,
//! brackets, ruby and how often they stand there.

use book::text::markup::Marked;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A word that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub word: String,
    /// How it is read, where the book says so.
    pub reading: Option<String>,
    /// How often it was seen in a way that makes it stand out.
    pub n_uses: usize,
    /// Why it stands out.
    pub signs: Vec<Sign>,
}

/// Why a word stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// It is written in katakana.
    Katakana,
    /// It has a capital in the middle of a sentence.
    Capital,
    /// An honorific follows it.
    Honorific,
    /// It stands in brackets of its own.
    Brackets,
    /// It has a reading.
    Ruby,
    /// It comes again and again.
    Frequency,
}

impl Sign {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Katakana => "katakana",
            Self::Capital => "capital",
            Self::Honorific => "honorific",
            Self::Brackets => "brackets",
            Self::Ruby => "ruby",
            Self::Frequency => "frequency",
        }
    }
}

/// The most candidates kept.
const MOST: usize = 2000;
/// What is seen less often than this is no candidate, except with an honorific or a reading.
const LEAST_USES: usize = 2;
/// The most characters searched for frequent groups of Han characters.
const MAX_HAN_CHARS: usize = 1_500_000;

/// The candidates of a book, the most frequent first.
pub fn candidates<'a>(texts: impl Iterator<Item = &'a Marked>) -> Vec<Candidate> {
    let mut gathered = GatheredNames::default();
    for text in texts {
        let plain = text.plain();
        for (base, reading) in text.readings() {
            gathered.ruby(&base, &reading);
        }
        gathered.katakana(&plain);
        gathered.capitals(&plain);
        gathered.honorifics(&plain);
        gathered.brackets(&plain);
        gathered.han(&plain);
    }
    gathered.finish()
}

#[derive(Default)]
struct GatheredNames {
    words: BTreeMap<String, (BTreeMap<Sign, usize>, Option<String>)>,
    /// Capitalised words at the beginning of sentences, and words without capital: what is both is no name.
    small: HashSet<String>,
    groups: HashMap<String, Group>,
    n_han: usize,
    has_kana: bool,
}

#[derive(Default)]
struct Group {
    n_uses: usize,
    before: HashSet<char>,
    after: HashSet<char>,
}

impl GatheredNames {
    fn note(&mut self, word: &str, sign: Sign) {
        let n_chars = word.chars().count();
        if (1..=24).contains(&n_chars) {
            *self.words.entry(word.to_owned()).or_default().0.entry(sign).or_default() += 1;
        }
    }

    fn ruby(&mut self, base: &str, reading: &str) {
        // Single characters with a reading are help for the reader, hardly ever names.
        let is_name = base.chars().any(is_han)
            && (2..=12).contains(&base.chars().count())
            && !reading.trim().is_empty();
        // Dots beside characters are emphasis.
        if is_name && !reading.chars().all(|c| matches!(c, '・' | '﹅' | '•' | '、' | '●')) {
            self.note(base, Sign::Ruby);
            if let Some((_, known)) = self.words.get_mut(base) {
                known.get_or_insert_with(|| reading.to_owned());
            }
        }
    }

    fn katakana(&mut self, text: &str) {
        for run in runs(text, |c| is_katakana(c) || c == '・') {
            let run = run.trim_matches(['・', 'ー']);
            if run.chars().filter(|c| *c != 'ー').count() >= 2 {
                self.has_kana = true;
                self.note(run, Sign::Katakana);
            }
        }
        self.has_kana |= text.chars().any(|c| matches!(c, '\u{3041}'..='\u{3096}'));
    }

    /// Words with a capital that does not begin a sentence; neighbours are one name.
    fn capitals(&mut self, text: &str) {
        let mut name: Vec<&str> = Vec::new();
        let mut begins = true;
        let mut found: Vec<String> = Vec::new();
        for token in text.split_whitespace() {
            let word = token.trim_matches(|c: char| !c.is_alphanumeric());
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
            let is_name = word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().count() > 1
                && word.chars().any(char::is_lowercase)
                && !["I'", "I’"].iter().any(|pronoun| word.starts_with(pronoun));
            if !is_name && word.chars().next().is_some_and(char::is_lowercase) {
                self.small.insert(word.to_owned());
            }
            let opens = token.chars().next().is_some_and(|c| !c.is_alphanumeric());
            if opens {
                found.extend(joined(&mut name));
            }
            if is_name && !begins && !opens {
                name.push(word);
            } else {
                found.extend(joined(&mut name));
            }
            let last = token.chars().next_back().unwrap_or(' ');
            let ends = !last.is_alphanumeric();
            if ends {
                found.extend(joined(&mut name));
            }
            begins = matches!(last, '.' | '!' | '?' | ':' | '"' | '”' | '»' | '…' | '—' | ')' | ']');
        }
        found.extend(joined(&mut name));
        for word in found {
            self.note(&word, Sign::Capital);
        }
    }

    fn honorifics(&mut self, text: &str) {
        const SUFFIXES: [&str; 16] = [
            "さん",
            "様",
            "さま",
            "ちゃん",
            "くん",
            "君",
            "殿",
            "先生",
            "先輩",
            "小姐",
            "先生",
            "师兄",
            "师姐",
            "大人",
            "公子",
            "道长",
        ];
        for suffix in SUFFIXES {
            for (at, _) in text.match_indices(suffix) {
                let Some(before) = text.get(..at) else { continue };
                let is_part = |c: char| is_han(c) || is_katakana(c);
                let start =
                    before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map(|(at, _)| at);
                let Some(name) = start.and_then(|start| before.get(start..)) else { continue };
                if (2..=6).contains(&name.chars().count()) {
                    self.note(name, Sign::Honorific);
                }
            }
        }
    }

    fn brackets(&mut self, text: &str) {
        for (open, close) in [('『', '』'), ('《', '》'), ('【', '】'), ('〈', '〉'), ('「', '」')]
        {
            for (at, _) in text.match_indices(open) {
                let Some(inner) = text.get(at + open.len_utf8()..).and_then(|rest| rest.split_once(close))
                else {
                    continue;
                };
                let is_word = |c: char| c.is_alphanumeric() || c == '・' || c == 'ー';
                let n_chars = inner.0.chars().count();
                if (2..=12).contains(&n_chars) && inner.0.chars().all(is_word) {
                    self.note(inner.0, Sign::Brackets);
                }
            }
        }
    }

    /// Groups of Han characters that come again with ever other neighbours.
    fn han(&mut self, text: &str) {
        if self.n_han > MAX_HAN_CHARS {
            return;
        }
        for run in runs(text, is_han) {
            let chars: Vec<char> = run.chars().collect();
            self.n_han += chars.len();
            for length in 2..=4 {
                for (at, window) in chars.windows(length).enumerate() {
                    if window.iter().any(|c| is_common(*c)) {
                        continue;
                    }
                    let group = self.groups.entry(window.iter().collect()).or_default();
                    group.n_uses += 1;
                    let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied().unwrap_or('^');
                    let after = chars.get(at + length).copied().unwrap_or('$');
                    if group.before.len() < 8 {
                        group.before.insert(before);
                    }
                    if group.after.len() < 8 {
                        group.after.insert(after);
                    }
                }
            }
        }
    }

    fn finish(mut self) -> Vec<Candidate> {
        let least = if self.has_kana { 12 } else { 8 };
        let groups = std::mem::take(&mut self.groups);
        let frequent = groups
            .iter()
            .filter(|(_, group)| group.n_uses >= least && group.before.len() >= 4 && group.after.len() >= 4);
        for (word, group) in frequent {
            let entry = self.words.entry(word.clone()).or_default();
            entry.0.insert(Sign::Frequency, group.n_uses);
        }
        let small = self.small;
        let mut all: Vec<Candidate> = self
            .words
            .into_iter()
            .filter_map(|(word, (signs, reading))| {
                let n_uses = signs.values().copied().max().unwrap_or_default();
                let is_sure = signs.contains_key(&Sign::Honorific) || signs.contains_key(&Sign::Ruby);
                let is_common = signs.len() == 1
                    && signs.contains_key(&Sign::Capital)
                    && small.contains(&word.to_lowercase());
                let is_enough = n_uses >= LEAST_USES || is_sure;
                (is_enough && !is_common).then(|| Candidate {
                    word,
                    reading,
                    n_uses,
                    signs: signs.into_keys().collect(),
                })
            })
            .collect();
        all.sort_by(|one, other| other.n_uses.cmp(&one.n_uses).then_with(|| one.word.cmp(&other.word)));
        without_parts(&all)
    }
}

/// Of words inside each other that come about equally often, the longest.
fn without_parts(all: &[Candidate]) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in all {
        let is_part = |longer: &&Candidate| {
            longer.word.len() > candidate.word.len()
                && longer.word.contains(&candidate.word)
                && longer.n_uses * 10 >= candidate.n_uses * 8
        };
        let is_only_frequent = candidate.signs == [Sign::Frequency];
        if !(is_only_frequent && all.iter().take(MOST * 2).any(|longer| is_part(&longer))) {
            kept.push(candidate.clone());
        }
        if kept.len() >= MOST {
            break;
        }
    }
    kept
}

fn joined(name: &mut Vec<&str>) -> Option<String> {
    let joined = (!name.is_empty()).then(|| name.join(" "));
    name.clear();
    joined
}

fn runs(text: &str, is_part: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = &str> {
    text.split(move |c| !is_part(c)).filter(|run| !run.is_empty())
}

const fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | 'ー' | '\u{ff66}'..='\u{ff9d}')
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '々')
}

fn is_common(c: char) -> bool {
    COMMON_HAN.contains(c)
}

/// Characters that are hardly ever part of a name or term.
const COMMON_HAN: &str = "的了是在不我你他她它们們这這那个個有和就都也还還很说說道到着著过過去来來把被给給让讓从從对對但却卻因为為所以如果什么麼怎吗嗎呢吧啊没沒能会會可要想看见見时時候又再已经經只之而与與或其此一二三四五六七八九十";
