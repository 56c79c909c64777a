//! Every sentence said to a model, loaded from the files beside this one and filled in here and nowhere else.

use book::text::version::TaskKind;
use book::work::status::Effort;
use llm::Delivery;
use tools::text::PromptLanguage;

macro_rules! prompt {
    ($language:expr, $name:literal) => {
        match $language {
            PromptLanguage::Chinese => include_str!(concat!($name, ".zh.md")),
            PromptLanguage::English => include_str!(concat!($name, ".en.md")),
        }
    };
}

mod assistant;
mod opinion;
mod survey;
pub(crate) use assistant::{assistant, compact, earlier, looking_at};
pub(crate) use opinion::{opinion, opinion_pair};
pub(crate) use survey::{survey, survey_piece};

/// What the system message is filled with. Nothing in it changes between the chunks of a run.
#[derive(Debug, Clone)]
pub struct SystemPrompt<'a> {
    /// What the task does.
    pub kind: TaskKind,
    /// How much ceremony it takes.
    pub effort: Effort,
    /// The form in which the work is delivered.
    pub delivery: Delivery,
    /// The language the model is spoken to in.
    pub language: PromptLanguage,
    /// The book's title.
    pub title: &'a str,
    /// The book's author.
    pub author: Option<&'a str>,
    /// The source language, where known.
    pub source: Option<&'a book::language::LanguageTag>,
    /// The target language.
    pub target: &'a book::language::LanguageTag,
    /// What the person asks for beyond our own rules.
    pub instructions: Option<&'a str>,
}

/// The longest title, author or instruction that enters a prompt, in characters.
const LONGEST_NAME: usize = 200;
const LONGEST_INSTRUCTIONS: usize = 8000;

impl SystemPrompt<'_> {
    /// The system message.
    pub fn render(&self) -> String {
        let language = self.language;
        let template = match (self.kind, self.delivery) {
            (TaskKind::Translation, Delivery::Tools) => prompt!(language, "system.translation"),
            (TaskKind::Polish, Delivery::Tools) => prompt!(language, "system.polish"),
            (TaskKind::Proofreading, Delivery::Tools) => prompt!(language, "system.proofreading"),
            (TaskKind::Translation, _) => prompt!(language, "system.text.translation"),
            (TaskKind::Polish, _) => prompt!(language, "system.text.polish"),
            (TaskKind::Proofreading, _) => prompt!(language, "system.text.proofreading"),
        };
        fill(
            template,
            &[
                ("title", &name(self.title)),
                ("author", &by(self.author, language)),
                ("source", named_or_unknown(self.source, language)),
                ("target", named(self.target, language)),
                ("target_tag", self.target.as_str()),
                ("index_rule", prompt!(language, "index_rule").trim_end()),
                ("protocol", &self.protocol()),
                ("form", self.form().trim_end()),
                ("instructions", &beyond(self.instructions)),
            ],
        )
    }

    /// How an answer in text looks.
    fn form(&self) -> &'static str {
        match (self.delivery, self.kind) {
            (Delivery::Tools, _) => "",
            (Delivery::Structured, TaskKind::Translation) => {
                prompt!(self.language, "form.structured.translation")
            }
            (Delivery::Structured, TaskKind::Polish | TaskKind::Proofreading) => {
                prompt!(self.language, "form.structured.revision")
            }
            (Delivery::Lines, TaskKind::Translation) => prompt!(self.language, "form.lines.translation"),
            (Delivery::Lines, TaskKind::Polish | TaskKind::Proofreading) => {
                prompt!(self.language, "form.lines.revision")
            }
        }
    }

    fn protocol(&self) -> String {
        let template = match self.effort {
            Effort::Quick => prompt!(self.language, "protocol.quick"),
            Effort::Standard => prompt!(self.language, "protocol.standard"),
            Effort::Careful => prompt!(self.language, "protocol.careful"),
        };
        let review = if self.kind == TaskKind::Translation { " → review" } else { "" };
        fill(template, &[("review", review)])
    }
}

/// What the first user message is filled with: everything that varies from chunk to chunk.
#[derive(Debug, Clone)]
pub(crate) struct UserPrompt<'a> {
    pub(crate) kind: TaskKind,
    pub(crate) language: PromptLanguage,
    pub(crate) chapter_number: u32,
    pub(crate) chapter_title: &'a str,
    pub(crate) chapter_id: &'a str,
    pub(crate) title_wanted: TitleWanted,
    /// What the person asks of this chapter.
    pub(crate) instructions: Option<&'a str>,
    /// The title of the book, where its translation is asked for too.
    pub(crate) book_title_wanted: Option<&'a str>,
    pub(crate) context: &'a str,
    pub(crate) work: &'a str,
    pub(crate) n_items: usize,
}

/// Whether the model is asked to translate the chapter's title along with the chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TitleWanted {
    Yes,
    No,
}

impl UserPrompt<'_> {
    pub(crate) fn render(&self) -> String {
        let title_request = match self.title_wanted {
            TitleWanted::Yes => prompt!(self.language, "title_request"),
            TitleWanted::No => "",
        };
        let book_title_request = self.book_title_wanted.map_or_else(String::new, |title| {
            let title = name(title).replace('`', "'");
            fill(prompt!(self.language, "book_title_request"), &[("book_title", &title)]) + "\n"
        });
        let asked = self.instructions.map_or_else(String::new, |text| {
            let text = cut(text, LONGEST_INSTRUCTIONS);
            fill(prompt!(self.language, "chapter_instructions"), &[("instructions", &text)]) + "\n"
        });
        fill(
            prompt!(self.language, "user"),
            &[
                ("number", &self.chapter_number.to_string()),
                ("chapter_title", &name(self.chapter_title)),
                ("chapter_id", self.chapter_id),
                ("title_request", &format!("{asked}{title_request}{book_title_request}")),
                ("context", self.context),
                ("work", self.work),
                ("closing", &work_closing(self.language, self.kind, self.n_items)),
            ],
        )
    }
}

/// The line behind the work: how much it is, and how it is handed in.
pub(crate) fn work_closing(language: PromptLanguage, kind: TaskKind, n_items: usize) -> String {
    let verb = match (kind, language) {
        (TaskKind::Translation, PromptLanguage::English) => "translate",
        (TaskKind::Polish, PromptLanguage::English) => "polish",
        (TaskKind::Proofreading, PromptLanguage::English) => "proofread",
        (TaskKind::Translation, PromptLanguage::Chinese) => "翻译",
        (TaskKind::Polish, PromptLanguage::Chinese) => "润色",
        (TaskKind::Proofreading, PromptLanguage::Chinese) => "校对",
    };
    fill(prompt!(language, "work_closing"), &[("n_items", &n_items.to_string()), ("verb", verb)])
}

pub(crate) fn nudge_text(language: PromptLanguage, pending: &str) -> String {
    fill(prompt!(language, "nudge_text"), &[("pending", pending)])
}

pub(crate) fn nudge_end(language: PromptLanguage, updates: &str) -> String {
    fill(prompt!(language, "nudge_end"), &[("moves", updates)])
}

pub(crate) fn truncated(language: PromptLanguage) -> &'static str {
    prompt!(language, "truncated").trim_end()
}

pub(crate) fn declined(language: PromptLanguage) -> &'static str {
    prompt!(language, "declined").trim_end()
}

pub(crate) fn review(language: PromptLanguage, findings: &str) -> String {
    fill(prompt!(language, "review"), &[("findings", findings)])
}

/// Puts values into a template, each `{name}` once over; values are never looked into for further names.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled =
        String::with_capacity(template.len() + values.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = after.split_once('}').and_then(|(name, tail)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value, tail))
        });
        if let Some((value, tail)) = known {
            filled.push_str(value);
            rest = tail;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled.push_str(rest);
    filled.truncate(filled.trim_end().len());
    filled
}

fn name(text: &str) -> String {
    cut(&crate::prompt_escape::escape_for_prompt(text), LONGEST_NAME)
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", text.split_at(at).0),
        None => text.to_owned(),
    }
}

fn by(author: Option<&str>, language: PromptLanguage) -> String {
    let author = author.map(|author| match language {
        PromptLanguage::Chinese => format!("（{}）", name(author)),
        PromptLanguage::English => format!(" by {}", name(author)),
    });
    author.unwrap_or_default()
}

/// What a person asks for beyond our own rules.
fn beyond(instructions: Option<&str>) -> String {
    instructions.map(|text| format!("\n{}", cut(text, LONGEST_INSTRUCTIONS))).unwrap_or_default()
}

fn named_or_unknown(tag: Option<&book::language::LanguageTag>, language: PromptLanguage) -> &str {
    tag.map_or(language.choose("未知", "unknown"), |tag| named(tag, language))
}

pub(crate) fn named(tag: &book::language::LanguageTag, language: PromptLanguage) -> &str {
    match language {
        PromptLanguage::Chinese => tag.chinese_name(),
        PromptLanguage::English => tag.english_name(),
    }
}
