//! Prompts for the usual jobs of a translator. The words are files, one for each prompt and language; what a prompt is
//! about comes with it as a resource, so that the text of a book is never part of the instructions.

mod changes;
mod questions;

use crate::door::Door;
use crate::refusal::Refusal;
use crate::resources::{Address, JSON, Side, chapter_page, failed};
use ::tools::text::{PromptLanguage, Text};
use rmcp::model::{
    ContentBlock, ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage,
    ResourceContents, Role,
};
use serde_json::{Value, json};
use store::record::BookSummary;

struct Job {
    name: &'static str,
    title: Text,
    description: Text,
    words: Text,
    subject: Subject,
}

/// What a job is about beside the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Book,
    Chapter,
    Term,
    Questions,
    Changes,
}

macro_rules! words {
    ($name:literal) => {
        Text {
            zh: include_str!(concat!("../../prompts/zh/", $name, ".md")),
            en: include_str!(concat!("../../prompts/en/", $name, ".md")),
        }
    };
}

const ALL: &[Job] = &[
    Job {
        name: "review_chapter",
        title: Text { zh: "审阅一章", en: "Review a chapter" },
        description: Text {
            zh: "对照原文审阅一章的译文，先列出问题，经同意后再修改。",
            en: "Read a chapter's translation against its source; report first, change after the user agrees.",
        },
        words: words!("review_chapter"),
        subject: Subject::Chapter,
    },
    Job {
        name: "translate_chapter",
        title: Text { zh: "翻译一章的余下部分", en: "Translate what remains of a chapter" },
        description: Text {
            zh: "翻译一章中还没有译文的段落，沿用术语表和人物译名。",
            en: "Translate the paragraphs of a chapter that have no translation, keeping to the glossary and the names.",
        },
        words: words!("translate_chapter"),
        subject: Subject::Chapter,
    },
    Job {
        name: "settle_term",
        title: Text { zh: "商定一个术语", en: "Settle a term" },
        description: Text {
            zh: "查清一个词在全书中的译法，比较后提出统一的译名。",
            en: "Find how a word is translated throughout the book, weigh the choices, and propose one.",
        },
        words: words!("settle_term"),
        subject: Subject::Term,
    },
    Job {
        name: "fix_findings",
        title: Text { zh: "处理检查发现的问题", en: "Work through the findings" },
        description: Text {
            zh: "运行检查，从最严重的开始逐条处理。",
            en: "Run the checks and work through what they find, gravest first.",
        },
        words: words!("fix_findings"),
        subject: Subject::Book,
    },
    Job {
        name: "answer_questions",
        title: Text { zh: "准备回答未决问题", en: "Prepare answers to open questions" },
        description: Text {
            zh: "列出翻译运行中等待用户回答的问题，查阅原文后为每个问题草拟答案。",
            en: "Take the questions the runs have for the user, look them up in the book, and draft an answer to each.",
        },
        words: words!("answer_questions"),
        subject: Subject::Questions,
    },
    Job {
        name: "summarise_changes",
        title: Text { zh: "总结最近的修改", en: "Summarise what changed" },
        description: Text {
            zh: "总结最近对译文、标题和知识的修改：谁改了什么，哪些值得过目。",
            en: "Summarise the latest changes to translations, titles and knowledge: who changed what, and what to look at.",
        },
        words: words!("summarise_changes"),
        subject: Subject::Changes,
    },
];

/// The prompts as a client is shown them.
pub(crate) fn list(door: &Door, language: PromptLanguage) -> Vec<Prompt> {
    let shown = ALL.iter().map(|job| {
        let mut arguments = Vec::new();
        if door.book.is_none() {
            arguments.push(argument(
                "book",
                Text { zh: "书：id 或书名", en: "the book: an id or a title" },
                true,
                language,
            ));
        }
        match job.subject {
            Subject::Chapter => arguments.push(argument(
                "chapter",
                Text { zh: "章：序号或 id", en: "the chapter: its number or its id" },
                true,
                language,
            )),
            Subject::Term => arguments.push(argument(
                "term",
                Text { zh: "原文中的词", en: "the word, as it stands in the source" },
                true,
                language,
            )),
            Subject::Book | Subject::Questions | Subject::Changes => {}
        }
        arguments.push(argument(
            "language",
            Text { zh: "提示词的语言：`zh` 或 `en`", en: "the language of the prompt: `en` or `zh`" },
            false,
            language,
        ));
        Prompt::new(job.name, Some(job.description.in_language(language)), Some(arguments))
            .with_title(job.title.in_language(language))
    });
    shown.collect()
}

fn argument(name: &str, description: Text, required: bool, language: PromptLanguage) -> PromptArgument {
    PromptArgument::new(name).with_description(description.in_language(language)).with_required(required)
}

/// A prompt with its arguments filled in.
pub(crate) async fn get(
    door: &Door,
    name: &str,
    arguments: &JsonObject,
    language: PromptLanguage,
) -> Result<GetPromptResult, ErrorData> {
    let job = ALL.iter().find(|job| job.name == name);
    let job = job.ok_or_else(|| ErrorData::invalid_params("there is no such prompt", None))?;
    let given = |name: &str| match arguments.get(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim()),
        _ => None,
    };
    let language = match given("language") {
        None => language,
        Some("en") => PromptLanguage::English,
        Some("zh") => PromptLanguage::Chinese,
        Some(_) => return Err(missing("language", language)),
    };
    let book = door.book_named(given("book"), language).await;
    let book = book.map_err(|refusal: Refusal| ErrorData::invalid_params(refusal.error, None))?;
    let mut filled = vec![("title", book.title.clone()), ("book", named_in_calls(door, &book, language))];
    let mut about = None;
    match job.subject {
        Subject::Book => {}
        Subject::Term => {
            let term = given("term").ok_or_else(|| missing("term", language))?;
            filled.push(("term", term.chars().take(MAX_TERM_CHARS).filter(|c| !c.is_control()).collect()));
        }
        Subject::Chapter => {
            let text = given("chapter").ok_or_else(|| missing("chapter", language))?;
            let chapter =
                door.chapter_named(book.id, text).await.map_err(|error| failed(&error, language))?;
            let chapter = chapter.ok_or_else(|| missing("chapter", language))?;
            filled.push(("chapter", chapter.number.to_string()));
            filled.push(("chapter_id", chapter.id.to_string()));
            let page = chapter_page(door, &book, &chapter, Side::Both, 0, language).await;
            let page = page.map_err(|error| failed(&error, language))?;
            about = Some((Address::Chapter(book.id, chapter.id, Side::Both, 0).to_string(), page));
        }
        Subject::Questions => {
            let open = questions::open(door, &book).await.map_err(|error| failed(&error, language))?;
            about = Some((format!("{}/questions", Address::Book(book.id)), open.to_string()));
        }
        Subject::Changes => {
            let changes = changes::latest(door, &book).await.map_err(|error| failed(&error, language))?;
            about = Some((format!("{}/changes", Address::Book(book.id)), changes.to_string()));
        }
    }
    let text = fill(job.words.in_language(language), &filled);
    let mut messages = vec![PromptMessage::new_text(Role::User, text)];
    if let Some((uri, json)) = about {
        let contents = ResourceContents::text(json, uri).with_mime_type(JSON);
        messages.push(PromptMessage::new(Role::User, ContentBlock::resource(contents)));
    }
    Ok(GetPromptResult::new(messages).with_description(job.title.in_language(language)))
}

/// A word that is longer is none.
const MAX_TERM_CHARS: usize = 200;

/// How calls say which book they mean.
fn named_in_calls(door: &Door, book: &BookSummary, language: PromptLanguage) -> String {
    match door.book {
        Some(_) => String::new(),
        None => language.choose(
            format!("每次调用工具都要填写 `book`：`{}`。", book.id),
            format!("Give `book`: `{}` with every tool call.", book.id),
        ),
    }
}

/// Puts values into the places `{name}`. A value is not looked into: what it contains stays as it is.
fn fill(words: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let value = after.split_once('}').and_then(|(name, behind)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value, behind))
        });
        if let Some((value, behind)) = value {
            filled.push_str(value);
            rest = behind;
        } else {
            filled.push('{');
            rest = after;
        }
    }
    filled.push_str(rest);
    filled.trim().to_owned()
}

fn missing(argument: &str, language: PromptLanguage) -> ErrorData {
    let text = language.choose(
        format!("参数 `{argument}` 缺失或无效。"),
        format!("the argument `{argument}` is missing or names nothing"),
    );
    ErrorData::invalid_params(text, Some(json!({"argument": argument})))
}
