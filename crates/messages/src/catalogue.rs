//! From a message to its words.

use crate::message::{Message, Param};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// A language of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    #[default]
    English,
    /// Chinese, simplified.
    Chinese,
}

/// The words of a language: one file for each part of the program.
macro_rules! sources {
    ($language:literal) => {
        concat!(
            include_str!(concat!("../words/", $language, "/library.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/runs.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/models.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/files.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/exchange.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/knowledge.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/usage.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/server.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/requests.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/history.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/shown.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/work.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/books.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/entries.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/machine.ftl")),
            "\n",
            include_str!(concat!("../words/", $language, "/recognised.ftl")),
        )
    };
}

/// The languages and their words.
pub const SOURCES: [(Language, &str); 2] =
    [(Language::English, sources!("en")), (Language::Chinese, sources!("zh-Hans"))];

/// The English of messages that no code says: texts that come in English, from a library or from another crate, and are
/// recognised by their words.
pub const RECOGNISED: &str = include_str!("../words/en/recognised.ftl");

/// A message in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What happened, and to what.
    pub text: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Language {
    /// The language of a tag such as `zh-CN` or `en_GB.UTF-8`; English where there are no words in it.
    pub fn of_tag(tag: &str) -> Self {
        let main = tag.split(['-', '_', '.']).next().unwrap_or_default();
        if main.eq_ignore_ascii_case("zh") { Self::Chinese } else { Self::English }
    }

    /// The best language for an `Accept-Language` header: the first of the highest quality that has words.
    pub fn accepted(header: &str) -> Self {
        let mut best: Option<(Self, f32)> = None;
        for part in header.split(',') {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let quality = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse::<f32>().ok());
            let main = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let language = match main.as_str() {
                "zh" => Self::Chinese,
                "en" | "*" => Self::English,
                _ => continue,
            };
            let Some(quality) = quality.filter(|quality| *quality > 0.0) else { continue };
            if best.is_none_or(|(_, known)| quality > known) {
                best = Some((language, quality));
            }
        }
        best.map_or(Self::English, |(language, _)| language)
    }

    /// What stands between the parts of a list.
    pub const fn comma(self) -> &'static str {
        match self {
            Self::English => ", ",
            Self::Chinese => "，",
        }
    }

    /// What stands between the parts of a sentence.
    pub const fn semicolon(self) -> &'static str {
        match self {
            Self::English => "; ",
            Self::Chinese => "；",
        }
    }

    /// What stands between a name and what is said about it.
    pub const fn colon(self) -> &'static str {
        match self {
            Self::English => ": ",
            Self::Chinese => "：",
        }
    }

    /// The language as BCP 47 writes it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-Hans",
        }
    }
}

type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(Language::English, sources!("en")));
static CHINESE: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::new(Language::Chinese, sources!("zh-Hans")));

/// The words of one language. A command renders a handful of a thousand messages, so each is parsed when it is first
/// rendered. No message refers to another one.
struct Catalogue {
    /// The functions and the formatting of numbers; it holds no messages.
    bundle: Bundle,
    entries: HashMap<&'static str, CatalogueEntry>,
}

struct CatalogueEntry {
    source: &'static str,
    parsed: OnceLock<FluentResource>,
}

impl Catalogue {
    fn new(language: Language, source: &'static str) -> Self {
        let entry = |source| CatalogueEntry { source, parsed: OnceLock::new() };
        let entries = entries(source).map(|(code, source)| (code, entry(source))).collect();
        Self { bundle: bundle(language), entries }
    }

    fn message(&self, code: &str) -> Option<&ast::Message<&str>> {
        let entry = self.entries.get(code)?;
        let resource = entry.parsed.get_or_init(|| {
            // What is broken in a file is left out, and the tests of this crate name it.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(entry.source.to_owned());
            resource
        });
        resource.entries().find_map(|entry| match entry {
            ast::Entry::Message(message) => Some(message),
            ast::Entry::Term(_)
            | ast::Entry::Comment(_)
            | ast::Entry::GroupComment(_)
            | ast::Entry::ResourceComment(_)
            | ast::Entry::Junk { .. } => None,
        })
    }
}

/// The messages of a file, each with its code. A message begins with its code at the start of a line; its other lines are
/// indented.
fn entries(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = source;
    std::iter::from_fn(move || {
        let start = line_with_code(rest)?;
        let (_, from_start) = rest.split_at_checked(start)?;
        let n_first = from_start.find('\n').map_or(from_start.len(), |end| end + 1);
        let (_, behind) = from_start.split_at_checked(n_first)?;
        let n_bytes = line_with_code(behind).map_or(from_start.len(), |next| n_first + next);
        let (entry, next) = from_start.split_at_checked(n_bytes)?;
        rest = next;
        let n_code = entry.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-')?;
        Some((entry.get(..n_code)?, entry))
    })
}

/// Where the first line begins that starts with a letter.
fn line_with_code(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

fn bundle(language: Language) -> Bundle {
    let mut bundle = Bundle::new_concurrent(language.tag().parse().into_iter().collect());
    // Terminals and JSON show the marks that Fluent puts around values by default.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| {
        let FluentValue::Number(number) = value else { return None };
        number.options.use_grouping.then(|| grouped(&number.as_string()))
    }));
    for function in ["COMMAND", "FLAG", "SETTING"] {
        // It refuses a name that is taken, and the three are different.
        let _ = bundle.add_function(function, |values, _| match values {
            [FluentValue::String(name), values @ ..] => {
                FluentValue::from(format!("`{}`", filled(name, values)))
            }
            _ => FluentValue::Error,
        });
    }
    bundle
}

/// A command or flag with these values in the place of its words in capitals, which stand for what a person puts there.
fn filled(name: &str, values: &[FluentValue<'_>]) -> String {
    let mut values = values.iter();
    let is_placeholder = |word: &str| word.chars().all(|letter| letter.is_ascii_uppercase());
    let word = |word: &str| match is_placeholder(word).then(|| values.next()).flatten() {
        Some(FluentValue::String(value)) => value.to_string(),
        Some(FluentValue::Number(number)) => number.as_string().into_owned(),
        Some(_) | None => word.to_owned(),
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[expect(clippy::cast_precision_loss, reason = "nothing that is counted here is beyond 2^52")]
fn number(number: i64, use_grouping: bool) -> FluentValue<'static> {
    let options = FluentNumberOptions { use_grouping, ..FluentNumberOptions::default() };
    FluentValue::Number(FluentNumber::new(number as f64, options))
}

/// A number with its thousands set apart.
fn grouped(number: &str) -> String {
    let mut grouped = String::new();
    for (position, digit) in number.chars().enumerate() {
        if position > 0 && (number.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A message in a language; in English where that has no words for it, and its code where nobody has.
pub fn render(message: &Message, language: Language) -> Words {
    let of = |language: Language| match language {
        Language::English => in_catalogue(message, language, &ENGLISH),
        Language::Chinese => in_catalogue(message, language, &CHINESE),
    };
    let code_alone = || Words { text: message.code.to_owned(), hint: None };
    of(language).or_else(|| of(Language::English)).unwrap_or_else(code_alone)
}

fn in_catalogue(message: &Message, language: Language, catalogue: &'static Catalogue) -> Option<Words> {
    let found = catalogue.message(message.code)?;
    let mut arguments = FluentArgs::new();
    for (name, param) in &message.params {
        match param {
            Param::Text(text) => arguments.set(*name, text.as_str()),
            Param::Number(count) => arguments.set(*name, number(*count, false)),
            Param::Amount(count) => arguments.set(*name, number(*count, true)),
            Param::Message(part) => arguments.set(*name, render(part, language).text),
        }
    }
    let worded = |pattern| {
        let mut missing = Vec::new();
        let text = catalogue.bundle.format_pattern(pattern, Some(&arguments), &mut missing).into_owned();
        missing.is_empty().then_some(text)
    };
    Some(Words {
        text: worded(found.value.as_ref()?)?,
        hint: found.attributes.iter().find(|one| one.id.name == "hint").and_then(|hint| worded(&hint.value)),
    })
}
