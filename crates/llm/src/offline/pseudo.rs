//! Words that are obviously no translation, and yet look like text in the target's script: deterministic, of
//! comparable length, with tags, digits and names kept.

use super::inline::{Part, parts};
use super::script::{Alphabet, Script, narrow_digit, narrow_mark, scaled_number};

/// Replaces the words of a paragraph. Without a known target the paragraph is put in brackets.
///
/// What was refused before is made plainer: no word is kept as a name, every mark stays as the source has it, and no
/// word is rendered like another one, so that no check finds anything of the source, of a neighbour or twice in it.
pub(super) fn rehearse(text: &str, language: Option<&str>, n_refused: u32) -> String {
    let Some(script) = language.map(Script::for_language) else { return format!("⟦{text}⟧") };
    let mut rehearsed = String::with_capacity(text.len() * 2);
    let mut writer = Writer {
        script,
        out: &mut rehearsed,
        sentence_begins: true,
        quote_opens: true,
        capitals: Capitals::in_text(text),
        n_refused: u64::from(n_refused),
        n_words: 0,
    };
    for part in parts(text) {
        match part {
            Part::Tag(tag) => writer.out.push_str(tag),
            Part::Words(words) => writer.write_words(words),
        }
    }
    rehearsed
}

struct Writer<'a> {
    script: Script,
    out: &'a mut String,
    sentence_begins: bool,
    /// For straight quotation marks, which do not say which end they are.
    quote_opens: bool,
    /// What capitals in the source mean.
    capitals: Capitals,
    /// How often the paragraph was refused; if at all, it is made plainer.
    n_refused: u64,
    /// Words so far.
    n_words: u64,
}

/// What a capital at the start of a word tells about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Capitals {
    /// Prose in an alphabet: a name, or the start of a sentence.
    Prose,
    /// Several words that all begin with one, as in titles: nothing.
    Heading,
    /// A name.
    Names,
}

impl Capitals {
    fn in_text(text: &str) -> Self {
        if text.chars().any(|character| Kind::of_char(character) == Kind::Wide) {
            return Self::Names;
        }
        let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
        let n_words = words.clone().count();
        let n_small = words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase())).count();
        match (n_small, n_words) {
            (0, 0 | 1) => Self::Names,
            (0, _) => Self::Heading,
            _ => Self::Prose,
        }
    }
}

impl Writer<'_> {
    const fn is_plain(&self) -> bool {
        self.n_refused > 0
    }

    /// The number a word is rendered by: the same for the same word, or, in a plain text, another one for each.
    fn seed(&mut self, word: &str) -> u64 {
        if !self.is_plain() {
            return hash(word);
        }
        self.n_words += 1;
        hash(&format!("{} {} {word}", self.n_refused, self.n_words))
    }

    fn write_words(&mut self, words: &str) {
        let mut rest = words;
        while let Some(first) = rest.chars().next() {
            let kind = Kind::of_char(first);
            if kind == Kind::Digits
                && let Some((length, number)) = scaled_number(rest)
            {
                if self.out.ends_with(|last: char| last.is_ascii_digit()) {
                    self.out.push(' ');
                }
                self.out.push_str(&number);
                self.sentence_begins = false;
                rest = rest.get(length..).unwrap_or_default();
                continue;
            }
            let run = rest.find(|character| !kind.continues_with(character)).unwrap_or(rest.len());
            let Some((mut run, mut tail)) = rest.split_at_checked(run.max(first.len_utf8())) else { return };
            if kind == Kind::Word && self.is_plain() {
                // A mark that closes a quotation is not the end of its last word.
                let word = run.trim_end_matches(['\'', '’']);
                if !word.is_empty() {
                    (run, tail) = rest.split_at(word.len());
                }
            }
            match kind {
                Kind::Wide => self.wide_run(run),
                Kind::Word => self.word(run),
                Kind::Digits => run.chars().for_each(|digit| self.out.push(narrow_digit(digit))),
                Kind::Other => self.mark(first, tail.chars().next()),
            }
            if kind == Kind::Digits {
                self.sentence_begins = false;
            }
            rest = tail;
        }
    }

    /// Ideographs, kana and syllables.
    fn wide_run(&mut self, run: &str) {
        let Some(alphabet) = self.script.alphabet() else {
            for character in run.chars() {
                let seed = self.seed(&character.to_string());
                self.out.push(pick(self.script.pool(), seed, character));
            }
            self.sentence_begins = false;
            return;
        };
        // Three characters to a word, one syllable each: a third of prose is little words.
        let characters: Vec<char> = run.chars().collect();
        for group in characters.chunks(3) {
            let group: String = group.iter().collect();
            let mut word = String::new();
            for character in group.chars().filter(|character| *character != 'ー') {
                let seed = self.seed(&character.to_string());
                word.extend(syllable(alphabet, seed));
            }
            self.spaced_word(&word);
        }
    }

    fn spaced_word(&mut self, word: &str) {
        let glued = self.out.ends_with(|last: char| last.is_alphanumeric() || ".,!?;:…”’)".contains(last));
        if glued {
            self.out.push(' ');
        }
        let mut letters = word.chars();
        if let (true, Some(first)) = (self.sentence_begins, letters.next()) {
            self.out.extend(first.to_uppercase());
            self.out.extend(letters);
        } else {
            self.out.push_str(word);
        }
        self.sentence_begins = false;
    }

    /// A syllable for every two letters, the same for the same word.
    fn pseudo_word(&mut self, word: &str, alphabet: &Alphabet, is_capitalized: bool) {
        let seed = self.seed(&word.to_lowercase());
        // One syllable alone could be a little word of some language: `be`, `so`, `me`.
        let n_syllables = u64::try_from(word.chars().count().div_ceil(2)).unwrap_or(2).max(2);
        let syllables = (0..n_syllables).flat_map(|n| syllable(alphabet, seed >> (n % 8 * 7)));
        let syllables: String = syllables.collect();
        let mut letters = syllables.chars();
        if let (true, Some(first)) = (is_capitalized, letters.next()) {
            self.out.extend(first.to_uppercase());
            self.out.extend(letters);
        } else {
            self.out.push_str(&syllables);
        }
    }

    /// A word in an alphabet.
    fn word(&mut self, word: &str) {
        let begins = std::mem::take(&mut self.sentence_begins);
        let is_capitalized = word.starts_with(char::is_uppercase);
        if let Some(alphabet) = self.script.alphabet() {
            // A capital inside a sentence is a name; at its start, short words are rather `She` and `When`.
            let is_shouted = word == "I" || word.len() > 1 && !word.chars().any(char::is_lowercase);
            let may_be_any_word = match self.capitals {
                Capitals::Prose => is_shouted || begins && word.chars().count() < 5,
                Capitals::Heading => true,
                Capitals::Names => false,
            };
            if self.script == Script::Latin && is_capitalized && !may_be_any_word && !self.is_plain() {
                self.out.push_str(word);
            } else {
                self.pseudo_word(word, alphabet, is_capitalized);
            }
            return;
        }
        let is_shouted = word.chars().count() > 4 && !word.chars().any(char::is_lowercase);
        if is_capitalized && !begins && !is_shouted && word != "I" && !self.is_plain() {
            self.out.push_str(word);
            return;
        }
        let seed = self.seed(&word.to_lowercase());
        let n_characters = u64::try_from(word.chars().count().div_ceil(3)).unwrap_or(1);
        let characters = (0..n_characters).map(|n| pick(self.script.pool(), seed >> (n % 8 * 6), ' '));
        let characters: String = characters.collect();
        if self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.push_str(&characters);
    }

    fn mark(&mut self, mark: char, next: Option<char>) {
        let narrow = self.script.alphabet().is_some();
        let within_number = self.out.ends_with(|last: char| last.is_ascii_digit())
            && next.is_some_and(|next| next.is_ascii_digit());
        if matches!(mark, '.' | '!' | '?' | '。' | '！' | '？' | '「' | '『' | '“' | '"') && !within_number
        {
            self.sentence_begins = true;
        }
        if within_number {
            self.out.push(mark);
        } else if narrow {
            self.out.push(narrow_mark(mark));
        } else if self.is_plain() {
            let stands_between_words = mark == ' '
                && next.is_some_and(char::is_alphabetic)
                && self.out.ends_with(char::is_alphabetic);
            if !stands_between_words {
                self.out.push(mark);
            }
        } else {
            self.wide_mark(mark, next);
        }
    }

    fn wide_mark(&mut self, mark: char, next: Option<char>) {
        let ends = next.is_none_or(|next| !next.is_alphanumeric());
        let japanese = self.script == Script::Kana;
        let wide = match mark {
            '"' => {
                let opens = self.quote_opens;
                self.quote_opens = !opens;
                match (opens, japanese) {
                    (true, true) => '「',
                    (false, true) => '」',
                    (true, false) => '“',
                    (false, false) => '”',
                }
            }
            '“' | '「' => {
                if japanese {
                    '「'
                } else {
                    '“'
                }
            }
            '”' | '」' => {
                if japanese {
                    '」'
                } else {
                    '”'
                }
            }
            '‘' | '『' => {
                if japanese {
                    '『'
                } else {
                    '‘'
                }
            }
            '』' => {
                if japanese {
                    '』'
                } else {
                    '’'
                }
            }
            '.' if ends => '。',
            ',' if ends => {
                if japanese {
                    '、'
                } else {
                    '，'
                }
            }
            '!' => '！',
            '?' => '？',
            ':' if ends => '：',
            ';' => '；',
            '(' => '（',
            ')' => '）',
            // Blanks separate words only where words are written with blanks.
            ' ' if !self.out.ends_with(|last: char| last.is_ascii_alphanumeric()) => return,
            other => other,
        };
        self.out.push(wide);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wide,
    Word,
    Digits,
    Other,
}

impl Kind {
    fn of_char(character: char) -> Self {
        match character {
            '0'..='9' | '０'..='９' => Self::Digits,
            '\u{30fb}' => Self::Other,
            '々'
            | '〆'
            | '\u{3041}'..='\u{30ff}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}' => Self::Wide,
            letter if letter.is_alphabetic() => Self::Word,
            _ => Self::Other,
        }
    }

    fn continues_with(self, character: char) -> bool {
        match self {
            Self::Other => false,
            Self::Word => Self::of_char(character) == Self::Word || character == '\'' || character == '’',
            Self::Wide | Self::Digits => Self::of_char(character) == self,
        }
    }
}

fn syllable(alphabet: &Alphabet, seed: u64) -> [char; 2] {
    [pick(alphabet.consonants, seed, ' '), pick(alphabet.vowels, seed / 64, ' ')]
}

/// An entry of a pool, other than the one to be replaced.
fn pick(pool: &[char], seed: u64, unlike: char) -> char {
    let position = usize::try_from(seed).unwrap_or(0) % pool.len().max(1);
    let chosen = pool.get(position).copied().unwrap_or(unlike);
    if chosen == unlike {
        pool.iter().copied().find(|other| *other != unlike).unwrap_or(chosen)
    } else {
        chosen
    }
}

/// FNV-1a, so that the same word is always replaced by the same word.
fn hash(text: &str) -> u64 {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let folded = text.bytes().fold(0xcbf2_9ce4_8422_2325, fold);
    folded ^ (folded >> 29)
}
