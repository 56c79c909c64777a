//! Reads one line as a heading: a unit with its number, a word, or a number alone, in any script.

use super::arrange::Rank;
use super::number::{self, Number, Style};
use super::table::{EASTERN, NAMED, PREFIXES, Side, Trust, UNITS, UNMARKED, VOLUMES, WESTERN};

/// What speech begins with; a line that does is never a heading.
pub(super) const QUOTES: [char; 9] = ['「', '『', '“', '"', '‘', '\'', '«', '„', '”'];

/// Marks that adorn headings.
const ORNAMENTS: [char; 26] = [
    '#', '＃', '■', '◆', '◇', '□', '●', '○', '★', '☆', '§', '▼', '▽', '▲', '△', '※', '*', '＊', '=', '＝',
    '~', '～', '－', '―', '—', '-',
];

/// What may stand between the number of a heading and its title, in the East.
const SEPARATORS: [char; 24] = [
    ' ', '\u{3000}', '\t', ':', '：', '.', '．', '。', '・', '-', '–', '—', '―', '─', '~', '〜', '「', '『',
    '（', '(', '【', '〈', '<', '|',
];

/// What sets a title off from its number, in alphabets.
const MARKS: [char; 9] = ['.', ':', '-', '–', '—', '―', '|', ',', '('];

/// A number or a unit with a full stop behind it is not longer.
const SHORT: usize = 6;

/// Longer than any heading.
const MAX_CHARS: usize = 90;

/// A line that looks like a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) rank: Rank,
    pub(super) shape: Shape,
    pub(super) certainty: Certainty,
    /// Whether it is a number or a word without a title.
    pub(super) is_bare: bool,
    pub(super) count: Option<Count>,
    /// What identifies the heading when it is named twice, once in the table of contents.
    pub(super) key: String,
    /// The heading as a title.
    pub(super) title: String,
}

/// How surely a line is a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It can be nothing else, wherever it stands.
    Firm,
    /// It is a word that begins chapters, and nothing besides.
    Whole,
    /// Only where it stands alone, or as one of a series.
    Alone,
    /// Only as one of a series.
    Series,
}

/// What the lines of a series have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Unit(u8),
    Word,
    Bare(Style),
    /// A number with a title behind it.
    Titled(Style),
    /// `1-1`.
    Double,
}

/// Where a heading stands in the count: `V1C2` is 2 in 1, `第二章(1)` is part 1 of 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count {
    pub(super) outer: u32,
    pub(super) main: u32,
    pub(super) part: u32,
}

/// The head of a heading, recognised.
struct Head {
    rank: Rank,
    shape: Shape,
    certainty: Certainty,
    count: Option<Count>,
    rest: Rest,
}

/// What follows the number or word of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    None,
    /// A title, set off.
    Title,
    /// A title that follows directly, which might also be the middle of a sentence.
    Attached,
}

/// Whether the line is a heading beyond doubt.
pub(crate) fn is_heading_line(text: &str) -> bool {
    read(text).is_some_and(|candidate| candidate.certainty == Certainty::Firm)
}

/// The rank the title has by its words.
pub(crate) fn rank_of(title: &str) -> Option<Rank> {
    read(title).filter(|found| found.certainty != Certainty::Series).map(|found| found.rank)
}

/// What the line would be if it were a heading.
pub(super) fn read(text: &str) -> Option<Candidate> {
    let text = text.trim();
    let n_chars = text.chars().take(MAX_CHARS + 1).count();
    if n_chars == 0 || n_chars > MAX_CHARS || text.starts_with(QUOTES) || has_page_number(text) {
        return None;
    }
    // Most lines of a story are sentences, and need not be looked at any closer.
    if n_chars > SHORT && text.ends_with(['。', '，', '、']) {
        return None;
    }
    let limit = if text.chars().any(|character| character >= '\u{2e80}') { 50 } else { MAX_CHARS };
    if n_chars > limit {
        return long(text);
    }
    let plain = undecorated(text);
    let is_adorned = plain != text && !matches!(text.chars().next(), Some('-' | '—' | '―' | '*' | '~'));
    let named = unit(&plain, None).or_else(|| word(&plain)).map(|head| (head, is_adorned));
    let named = named.or_else(|| after_other_words(&plain).map(|head| (head, text.starts_with('#'))));
    let Some((head, is_firm)) = named else { return bare(text) };
    let certainty = if is_firm { Certainty::Firm } else { head.certainty };
    Some(candidate(&head, certainty, text, &plain))
}

fn candidate(head: &Head, certainty: Certainty, text: &str, plain: &str) -> Candidate {
    let words = || plain.split_whitespace().collect::<String>().to_lowercase();
    let key = head.count.map_or_else(words, |count| format!("{}.{}.{}", count.outer, count.main, count.part));
    let is_bare = head.rest == Rest::None && head.rank != Rank::Special;
    let title = text.trim_matches(['#', ' ']).to_owned();
    Candidate { rank: head.rank, shape: head.shape, certainty, is_bare, count: head.count, key, title }
}

/// `第三章`, `제3화`, `Chapter IV`, `Erstes Kapitel`, `الفصل الأول`, `V1C1`; `above` is a higher unit in front of it.
fn unit(text: &str, above: Option<u8>) -> Option<Head> {
    let first = text.chars().next()?;
    if first.is_lowercase() {
        return None;
    }
    let marked = text.strip_prefix('第').or_else(|| text.strip_prefix('제')).map(str::trim_start);
    let head = number_first(marked.unwrap_or(text), marked.is_some()).or_else(|| unit_first(text, above))?;
    let is_doubtful = head.certainty == Certainty::Series && head.rest == Rest::Attached;
    (!is_doubtful).then_some(head)
}

fn number_first(text: &str, is_marked: bool) -> Option<Head> {
    let number = number::leading(text);
    let (count, after) = match number {
        Some(Number { value, rest, .. }) => {
            let (part, rest) = decimal(rest);
            (Some(Count { outer: 0, main: value, part }), rest)
        }
        None => (None, NAMED.iter().filter(|_| is_marked).find_map(|name| text.strip_prefix(*name))?),
    };
    let spaced = after.trim_start_matches(['.', ' ', '\u{3000}', '\u{a0}']);
    let (row, unit, rest) = unit_at(spaced, |side| side != Side::After)?;
    let is_eastern = row.2 == Side::Before;
    if !is_eastern && (spaced.len() == after.len() || is_marked) {
        return None;
    }
    let (part, rest) = if is_eastern { bracketed(rest) } else { (0, rest) };
    let count = count.map(|count| Count { part: count.part.max(part), ..count });
    let kind = if is_eastern { after_eastern(rest)? } else { after_western(rest)? };
    let certainty = match (is_eastern && !is_marked, kind) {
        // `二回` and `三部` are also quantities; a title must be set off.
        (true, Rest::Attached) => return None,
        (true, _) if UNMARKED.split(' ').any(|known| known == unit) => Certainty::Alone,
        (true, _) => Certainty::Series,
        (false, kind) => certainty_of(row.3, kind),
    };
    // `第一部　第三章　…` is the chapter, not the part.
    let inner = (kind == Rest::Title && is_marked).then(|| inner(rest, row.1, count)).flatten();
    Some(inner.unwrap_or(Head {
        rank: Rank::Level(row.1),
        shape: Shape::Unit(row.1),
        certainty,
        count,
        rest: kind,
    }))
}

fn unit_first(text: &str, above: Option<u8>) -> Option<Head> {
    let (row, _, after) = unit_at(text, |side| side != Side::Before)?;
    let spaced = after.trim_start_matches([' ', '\u{3000}', '\u{a0}', '.', ':', '#', '-', '之', 'の', 'ノ']);
    let article = spaced.split_once(' ').filter(|(word, _)| word.eq_ignore_ascii_case("the"));
    let number = number::leading(article.map_or(spaced, |(_, rest)| rest.trim_start()))?;
    if spaced.len() == after.len() && number.style == Style::Words {
        return None;
    }
    let count = Count { outer: 0, main: number.value, part: 0 };
    let rest = number.rest.trim_start_matches(['º', 'ª']);
    let inner = inner(rest, row.1, Some(count)).filter(|_| row.1 < 2);
    if inner.is_some() || (row.3 == Trust::Inner && above.is_none()) {
        return inner;
    }
    let is_eastern = text.starts_with(|first| first >= '\u{2e80}');
    let kind = if is_eastern { after_eastern(rest)? } else { after_western(rest)? };
    let is_joined = is_eastern && kind == Rest::Attached;
    let head = Head {
        rank: Rank::Level(row.1),
        shape: Shape::Unit(row.1),
        certainty: certainty_of(row.3, kind),
        count: Some(count),
        rest: kind,
    };
    (!is_joined).then_some(head)
}

/// The unit a text begins with. A word of an alphabet ends where its letters end.
fn unit_at(text: &str, has_side: fn(Side) -> bool) -> Option<(&'static Row, &'static str, &str)> {
    let words = UNITS
        .iter()
        .filter(|row| has_side(row.2))
        .flat_map(|row| row.0.split(' ').map(move |word| (row, word)));
    let found = words.filter_map(|(row, word)| {
        let rest = strip_word(text, word)?;
        let is_cased = word.chars().all(char::is_lowercase);
        let goes_on = is_cased && rest.starts_with(char::is_alphabetic);
        (!goes_on).then_some((row, word, rest))
    });
    found.max_by_key(|(_, word, _)| word.len())
}

type Row = (&'static str, u8, Side, Trust);

/// What follows a word, whatever its case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in word.chars() {
        let own = rest.next()?;
        // Lines are many and words as well; few letters have a case.
        let is_same = own == wanted
            || own.is_ascii() && own.to_ascii_lowercase() == wanted
            || ('\u{80}'..'\u{2e80}').contains(&own) && own.to_lowercase().eq([wanted]);
        if !is_same {
            return None;
        }
    }
    Some(rest.as_str())
}

/// A lower heading on the line of a higher one.
fn inner(rest: &str, level: u8, outer: Option<Count>) -> Option<Head> {
    let head = unit(rest.trim_start_matches(SEPARATORS), Some(level))
        .filter(|inner| inner.rank > Rank::Level(level) && inner.rank != Rank::Special)?;
    let outer = outer.map_or(0, |outer| outer.main);
    let count = head.count.map(|count| Count { outer, ..count });
    let certainty = if head.rest == Rest::Attached { head.certainty } else { Certainty::Firm };
    Some(Head { certainty, count, ..head })
}

fn certainty_of(trust: Trust, rest: Rest) -> Certainty {
    match (trust, rest) {
        (Trust::Sure, Rest::None | Rest::Title) => Certainty::Firm,
        (Trust::Sure, Rest::Attached) | (Trust::Alone, _) => Certainty::Alone,
        (Trust::Series | Trust::Inner, _) => Certainty::Series,
    }
}

/// The `.5` of `第2.5章`.
fn decimal(rest: &str) -> (u32, &str) {
    let after = rest.strip_prefix('.').and_then(number::leading);
    let after = after.filter(|number| number.style == Style::Digits);
    after.map_or((0, rest), |number| (number.value, number.rest))
}

/// The `(1)` of `第一章(1)`, and the `（下）` of `第一章（下）`.
fn bracketed(rest: &str) -> (u32, &str) {
    let read = || {
        let after = rest.trim_start().strip_prefix(['(', '（'])?;
        let (inside, after) = after.split_once([')', '）'])?;
        let named = ["上前", "中", "下後后"]
            .iter()
            .zip(1..)
            .find(|(names, _)| !inside.is_empty() && names.contains(inside));
        let value = named.map(|(_, value)| value).or_else(|| number::number_alone(inside))?;
        Some((value, after))
    };
    read().unwrap_or((0, rest))
}

/// What follows the unit of an eastern heading, or `None` if it makes the line a sentence.
fn after_eastern(rest: &str) -> Option<Rest> {
    let Some(first) = rest.chars().next() else { return Some(Rest::None) };
    if rest.trim_start_matches(SEPARATORS).trim().is_empty() {
        return Some(Rest::None);
    }
    let is_speech = rest.trim_start().starts_with(['「', '『', '（', '(', '【', '〈']);
    let ends_as_sentence =
        rest.ends_with(['。', '，', '、', ',', ';', '；']) || (rest.ends_with(['」', '』']) && !is_speech);
    let has_sentence_inside =
        rest.trim_start_matches('。').contains(['。', '、']) && rest.chars().count() > 24;
    let is_korean_sentence = rest.ends_with('.') && rest.chars().any(is_hangul);
    if ends_as_sentence || has_sentence_inside || is_korean_sentence {
        return None;
    }
    if SEPARATORS.contains(&first) {
        return Some(Rest::Title);
    }
    let is_particle = ('\u{3041}'..='\u{309f}').contains(&first)
        || is_hangul(first)
        || "目的里是了就在和与與到讲講说說中以也都被把之及、，,!！?？".contains(first);
    let is_too_long = rest.chars().count() > 30;
    (!is_particle && !is_too_long).then_some(Rest::Attached)
}

/// The same behind a number or word of an alphabet.
fn after_western(rest: &str) -> Option<Rest> {
    let trimmed = rest.trim_matches(|character: char| !character.is_alphanumeric());
    let kind = match (trimmed.is_empty(), rest.trim_start().starts_with(MARKS)) {
        (true, _) => Rest::None,
        (false, true) => Rest::Title,
        (false, false) => Rest::Attached,
    };
    let starts_small = trimmed.chars().next().is_some_and(char::is_lowercase);
    let ends_open = rest.ends_with([',', ';', '،', '؛']);
    let ends = rest.ends_with(['.', '!', '?', ':', '。', '！', '？', '।', '؟']);
    let is_sentence = kind == Rest::Attached && (starts_small || ends);
    let goes_on = kind == Rest::Title && starts_small && rest.ends_with('.');
    (!ends_open && !is_sentence && !goes_on).then_some(kind)
}

/// `プロローグ`, `楔子`, `番外一`, `PROLOGUE`, `Side Story 2`, `上巻`.
fn word(text: &str) -> Option<Head> {
    let volume = VOLUMES.split(' ').find_map(|word| text.strip_prefix(word));
    if let Some(rest) = volume {
        let rest = after_eastern(rest).filter(|rest| *rest != Rest::Attached)?;
        let (rank, shape, certainty) = (Rank::Level(0), Shape::Unit(0), Certainty::Alone);
        return Some(Head { rank, shape, certainty, count: None, rest });
    }
    let eastern = EASTERN.iter().flat_map(|row| longest(text, row, ' ')).max_by_key(|(word, _)| word.len());
    let western =
        || WESTERN.iter().flat_map(|row| longest(text, row, '/')).max_by_key(|(word, _)| word.len());
    let is_eastern = eastern.is_some();
    let (word, after) = eastern.or_else(western)?;
    let number =
        number::leading(after.trim_start()).filter(|number| is_eastern || number.style == Style::Digits);
    let after_number = number.map_or(after, |number| number.rest);
    let rest = if is_eastern {
        after_eastern(after_number)
    } else {
        let is_set_off = after_number.trim_start().starts_with(MARKS) || after_number.is_empty();
        after_western(after_number).filter(|_| is_set_off && !text.starts_with(char::is_lowercase))
    };
    let rest = rest.filter(|rest| *rest != Rest::Attached)?;
    let is_long = if is_eastern { word.chars().count() > 2 } else { word.len() > 5 };
    let is_shouted = is_eastern || !text.chars().any(char::is_lowercase);
    let certainty = match rest {
        Rest::None if is_long && is_shouted => Certainty::Firm,
        Rest::None if word.chars().count() > 1 => Certainty::Whole,
        Rest::None | Rest::Title | Rest::Attached => Certainty::Alone,
    };
    Some(Head { rank: Rank::Special, shape: Shape::Word, certainty, count: None, rest })
}

/// The words of a row a text begins with, each with what follows.
fn longest<'t>(text: &'t str, row: &'static str, between: char) -> Vec<(&'static str, &'t str)> {
    row.split(between).filter_map(|word| strip_word(text, word).map(|rest| (word, rest))).collect()
}

/// `正文 第一章 …`, `The name of the book 第01章`, `《书》第一章`.
fn after_other_words(text: &str) -> Option<Head> {
    let is_level = |head: &Head| matches!(head.rank, Rank::Level(_));
    if let Some(rest) = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix)) {
        let rest = rest.trim_start_matches([' ', '\u{3000}', ':', '：', '\t']);
        return unit(rest, None).filter(is_level);
    }
    let (name, heading) = text.match_indices('第').rev().find_map(|(at, _)| {
        let (name, heading) = text.split_at_checked(at)?;
        name.ends_with([' ', '\u{3000}', '\t', '》']).then_some((name, heading))
    })?;
    let is_name =
        name.chars().count() <= 30 && !name.contains(['。', '，', '、', '！', '？', '」', ',', '.']);
    let head = unit(heading, None).filter(|head| is_name && is_level(head))?;
    let is_titled = name.starts_with('《') && name.ends_with('》') && head.certainty == Certainty::Firm;
    Some(Head { certainty: if is_titled { Certainty::Firm } else { Certainty::Alone }, ..head })
}

/// A number alone or with a title: `一`, `01`, `ONE`, `1-1　雨`, `一 灭门`.
fn bare(text: &str) -> Option<Candidate> {
    // A rule on one side only is the mark of a page.
    let is_rule = |character: char| "-—―─–".contains(character);
    let is_page = text.starts_with(is_rule) != text.ends_with(is_rule) && text.starts_with(is_rule);
    let inner = text.trim_matches(|character: char| {
        character.is_whitespace()
            || is_rule(character)
            || "・.．。[]［］【】〈〉<>＜＞〔〕()（）、:：*＊§#".contains(character)
    });
    let number = number::leading(inner).filter(|number| !is_page && !number.text.contains(is_hangul))?;
    let is_word = number.style == Style::Words;
    let second = number.rest.strip_prefix(['-', '－', '–', '.', '・']).and_then(number::leading);
    let second = second.filter(|second| number.style == Style::Digits && second.style == Style::Digits);
    let (count, rest) = match second {
        Some(second) => (Count { outer: number.value, main: second.value, part: 0 }, second.rest),
        None => (Count { outer: 0, main: number.value, part: 0 }, number.rest),
    };
    let title = rest.trim_start_matches(|c: char| ".．、:：)） \u{3000}\t】〉".contains(c));
    let is_sentence = inner.is_empty()
        || text.ends_with(['。', '、', '，', ',', ';', '.', '」', '』', '”', '"', '！', '!'])
        || text.chars().count() > 60;
    let kind = match (rest.is_empty(), title.len() < rest.len() && !title.is_empty()) {
        (true, _) => Rest::None,
        (false, true) if !(is_sentence || is_word && rest.starts_with(char::is_whitespace)) => Rest::Title,
        (false, _) => return None,
    };
    let is_small = is_word && text.starts_with(char::is_lowercase);
    let shape = match (second, kind) {
        (Some(_), _) => Shape::Double,
        (None, Rest::None) => Shape::Bare(number.style),
        (None, Rest::Title | Rest::Attached) => Shape::Titled(number.style),
    };
    let head =
        Head { rank: Rank::Level(3), shape, certainty: Certainty::Series, count: Some(count), rest: kind };
    (!is_small).then(|| candidate(&head, Certainty::Series, text, inner))
}

/// A chapter of the East whose title is longer than titles usually are, and no sentence.
fn long(text: &str) -> Option<Candidate> {
    let head_len: usize = text.chars().take(40).map(char::len_utf8).sum();
    let is_sentence = text.contains(['。', '，', '、', '「']) || text.ends_with(['！', '？', '…']);
    let candidate = text.get(..head_len).filter(|_| !is_sentence && text.starts_with('第')).and_then(read)?;
    (candidate.certainty == Certainty::Firm).then(|| Candidate { title: text.to_owned(), ..candidate })
}

fn is_hangul(character: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&character)
}

/// A line of a table of contents ends with a page: `… 12`.
fn has_page_number(text: &str) -> bool {
    let without = text.trim_end_matches(|character: char| character.is_numeric());
    let dots = ["..", "……", "・・", ". ."];
    without.len() < text.len() && dots.iter().any(|dots| without.trim_end().ends_with(dots))
}

/// The line without the marks around it: `【第一章】旅立ち` is `第一章 旅立ち`, `# Chapter 1` is `Chapter 1`.
fn undecorated(text: &str) -> String {
    let inner =
        text.trim_matches(|character: char| ORNAMENTS.contains(&character) || character.is_whitespace());
    let brackets = [
        ('【', '】'),
        ('［', '］'),
        ('〔', '〕'),
        ('〈', '〉'),
        ('＜', '＞'),
        ('<', '>'),
        ('≪', '≫'),
        ('[', ']'),
    ];
    let parts = brackets.iter().find_map(|(open, close)| inner.strip_prefix(*open)?.split_once(*close));
    match parts {
        Some((head, rest)) => format!("{} {}", head.trim(), rest.trim()).trim().to_owned(),
        None => inner.to_owned(),
    }
}
