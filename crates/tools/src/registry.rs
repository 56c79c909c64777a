//! The one door for tool calls: look up, permitted?, parse, call. The list of tools is frozen per kind of task.

use crate::arguments::{self, schema};
use crate::context::ToolContext;
use crate::text::{PromptLanguage, Text};
use crate::tool::{ArgumentValidation, ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use crate::{chapter, character, control, memory, paragraph, refusal, term, translation};
use book::edit::Edit;
use book::text::version::TaskKind;
use book::work::status::{Effort, Status};
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;
use store::error::StoreError;

/// The tools offered in one sort of context.
pub struct ToolRegistry {
    entries: Vec<Entry>,
}

/// A tool as it is shown to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSchema {
    /// The name it is called by.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Its arguments, as JSON Schema.
    pub parameters: Value,
}

/// What every task is offered, in this order.
const TASK_TOOLS: &[&dyn AnyTool] = &[
    &translation::add_translation_batch::AddTranslationBatch,
    &control::update_task_status::UpdateTaskStatus,
    &paragraph::get_paragraph_info::GetParagraphInfo,
    &paragraph::get_paragraph_position::GetParagraphPosition,
    &paragraph::get_previous_paragraphs::GetPreviousParagraphs,
    &paragraph::get_next_paragraphs::GetNextParagraphs,
    &paragraph::find_paragraph_by_keywords::FindParagraphByKeywords,
    &chapter::get_chapter_info::GetChapterInfo,
    &chapter::list_chapters::ListChapters,
    &chapter::update_chapter_title::UpdateChapterTitle,
    &chapter::update_book_title::UpdateBookTitle,
    &control::create_todo::CreateTodo,
    &control::update_todos::UpdateTodos,
    &control::list_todos::ListTodos,
    &control::ask_user::AskUser,
    &term::get_term::GetTerm,
    &term::search_terms::SearchTerms,
    &character::get_character::GetCharacter,
    &character::search_characters::SearchCharacters,
    &memory::search_memories::SearchMemories,
    &term::create_term::CreateTerm,
    &term::update_term::UpdateTerm,
    &character::create_character::CreateCharacter,
    &character::update_character::UpdateCharacter,
    &memory::create_memory::CreateMemory,
    &memory::update_memory::UpdateMemory,
];

/// What is offered without a chunk, in this order.
const OUTSIDE_CHUNK: &[&dyn AnyTool] = &[
    &paragraph::get_paragraph_info::GetParagraphInfo,
    &paragraph::get_paragraph_position::GetParagraphPosition,
    &paragraph::get_previous_paragraphs::GetPreviousParagraphs,
    &paragraph::get_next_paragraphs::GetNextParagraphs,
    &paragraph::find_paragraph_by_keywords::FindParagraphByKeywords,
    &chapter::get_chapter_info::GetChapterInfo,
    &chapter::list_chapters::ListChapters,
    &chapter::update_chapter_title::UpdateChapterTitle,
    &chapter::update_book_title::UpdateBookTitle,
    &translation::get_translation_history::GetTranslationHistory,
    &translation::update_translation::UpdateTranslation,
    &translation::select_translation::SelectTranslation,
    &translation::replace_in_translations::ReplaceInTranslations,
    &term::get_term::GetTerm,
    &term::search_terms::SearchTerms,
    &character::get_character::GetCharacter,
    &character::search_characters::SearchCharacters,
    &memory::search_memories::SearchMemories,
    &term::create_term::CreateTerm,
    &term::update_term::UpdateTerm,
    &character::create_character::CreateCharacter,
    &character::update_character::UpdateCharacter,
    &memory::create_memory::CreateMemory,
    &memory::update_memory::UpdateMemory,
    &term::delete_term::DeleteTerm,
    &character::delete_character::DeleteCharacter,
    &memory::delete_memory::DeleteMemory,
];

/// Tools that write down knowledge: allowed in preparing and review, so that working stays working.
const KNOWLEDGE_WRITERS: &[&str] =
    &["create_term", "update_term", "create_character", "update_character", "create_memory", "update_memory"];

/// What a task below careful effort is shown, because every request pays for the list: what delivers, what reads around the
/// chunk, and what writes knowledge down. The other tools are carried out all the same if a model calls them.
const SHORT_LIST: &[&str] = &[
    "add_translation_batch",
    "update_task_status",
    "get_previous_paragraphs",
    "get_next_paragraphs",
    "find_paragraph_by_keywords",
    "update_chapter_title",
    "update_book_title",
    "create_term",
    "create_character",
    "create_memory",
];

/// Arguments that the short list leaves out.
const LONG_ARGUMENTS: [(&str, &str); 9] = [
    ("find_paragraph_by_keywords", "search_in"),
    ("find_paragraph_by_keywords", "chapter_id"),
    ("find_paragraph_by_keywords", "max_paragraphs"),
    ("update_chapter_title", "chapter_id"),
    ("create_term", "note"),
    ("create_term", "keep_source"),
    ("create_character", "note"),
    ("create_character", "aliases"),
    ("create_memory", "about"),
];

/// Tools that only a translation needs.
const TITLES: [&str; 2] = ["update_chapter_title", "update_book_title"];

/// Arguments that are taken in a task and not shown there: every request pays for the list, and a person or the assistant
/// can add them later.
const HIDDEN_ARGUMENTS: [(&str, &str); 5] = [
    ("create_term", "kind"),
    ("update_term", "kind"),
    ("update_term", "keep_source"),
    ("update_term", "other_forms"),
    ("update_character", "translation"),
];

impl ToolRegistry {
    /// The tools of a task of this kind. At quick effort there is no stage in which knowledge could be written, so the
    /// model need not read how; below careful effort it is shown a short list.
    pub fn for_task(kind: TaskKind, effort: Effort) -> Self {
        let mut registry = Self::listing(TASK_TOOLS);
        if effort == Effort::Quick {
            registry.entries.retain(|entry| entry.permission == Permission::Always);
        }
        for (tool, argument) in HIDDEN_ARGUMENTS {
            registry.hide(tool, argument);
        }
        if effort != Effort::Careful {
            for (tool, argument) in LONG_ARGUMENTS {
                registry.hide(tool, argument);
            }
            for entry in &mut registry.entries {
                let name = entry.tool.name();
                entry.is_shown =
                    SHORT_LIST.contains(&name) && (kind == TaskKind::Translation || !TITLES.contains(&name));
            }
        }
        if kind == TaskKind::Translation {
            // There is nothing to keep before there is a translation, so the model need not read about it.
            registry.hide(translation::add_translation_batch::AddTranslationBatch::NAME, "keep");
        }
        registry
    }

    /// The tools of the assistant, of other programs, and of a single call from the command line.
    pub fn outside_chunk() -> Self {
        Self::listing(OUTSIDE_CHUNK)
    }

    /// One tool of the caller's own, under the same rules as ours.
    pub fn of_one(tool: &'static impl Tool) -> Self {
        Self::listing(&[tool])
    }

    /// The arguments whose meaning is told to a model, as the tool's name and the path of the argument, hidden ones included.
    pub fn described_arguments(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let tools = self.entries.iter().map(|entry| entry.tool);
        tools.flat_map(|tool| tool.argument_texts().iter().map(move |(path, _)| (tool.name(), *path)))
    }

    /// The tools as a model is shown them, always in the same order.
    pub fn tools(&self, language: PromptLanguage) -> Vec<ToolSchema> {
        self.entries.iter().filter(|entry| entry.is_shown).map(|entry| entry.to_json(language)).collect()
    }

    /// Makes a call and gives its outcome. Whatever a model did wrong is an answer to it; only a failing library is
    /// an error.
    pub async fn handle_tool_call(
        &self,
        ctx: &ToolContext<'_>,
        name: &str,
        arguments: &str,
    ) -> Result<ToolOutcome, StoreError> {
        match self.call(ctx, name, arguments).await {
            Ok(outcome) => Ok(outcome),
            Err(ToolError::TellModel(refusal)) => Ok(ToolOutcome::reply(refusal.content)),
            Err(ToolError::Fatal(error)) => Err(error),
        }
    }

    /// Whether a call could look at what earlier ones are still to write.
    pub fn depends_on(&self, name: &str, edits: &[Edit]) -> bool {
        let tool = self.entries.iter().map(|entry| entry.tool).find(|tool| tool.name() == name.trim());
        tool.is_some_and(|tool| tool.sight().affected_by(edits))
    }

    async fn call(&self, ctx: &ToolContext<'_>, name: &str, raw: &str) -> Result<ToolOutcome, ToolError> {
        let language = ctx.language;
        let entry = self.entries.iter().find(|entry| entry.tool.name() == name.trim()).ok_or_else(|| {
            let offered: Vec<&str> = self.entries.iter().map(|entry| entry.tool.name()).collect();
            refusal::unknown_tool(language, name, &offered)
        })?;
        entry.permitted(ctx)?;
        let arguments = arguments::read(raw, &entry.schema, entry.tool.reading(), language)?;
        let mut outcome = entry.tool.call(ctx, arguments.value).await?;
        stays_in_chunk(ctx, &outcome)?;
        if arguments.cut_off {
            say_cut_off(&mut outcome, language);
        }
        Ok(outcome)
    }

    fn listing(tools: &[&'static dyn AnyTool]) -> Self {
        Self { entries: tools.iter().map(|tool| Entry::new(*tool)).collect() }
    }

    fn hide(&mut self, tool: &str, argument: &str) {
        for entry in self.entries.iter_mut().filter(|entry| entry.tool.name() == tool) {
            entry.shown_schema = schema::without(&entry.shown_schema, argument);
        }
    }
}

/// When a tool may be called in a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Permission {
    Always,
    PreparingAndReview,
}

struct Entry {
    tool: &'static dyn AnyTool,
    permission: Permission,
    /// What arguments are held against.
    schema: Value,
    /// What a model is shown; may leave out what makes no sense in a kind of task.
    shown_schema: Value,
    /// Whether the list a model is shown has it.
    is_shown: bool,
}

impl Entry {
    fn new(tool: &'static dyn AnyTool) -> Self {
        let writes_knowledge = KNOWLEDGE_WRITERS.contains(&tool.name());
        let permission = if writes_knowledge { Permission::PreparingAndReview } else { Permission::Always };
        let schema = tool.schema();
        Self { tool, permission, shown_schema: schema.clone(), schema, is_shown: true }
    }

    fn to_json(&self, language: PromptLanguage) -> ToolSchema {
        ToolSchema {
            name: self.tool.name(),
            description: self.tool.description().in_language(language),
            parameters: schema::described(&self.shown_schema, self.tool.argument_texts(), language),
        }
    }

    /// Outside a task there are no stages, and a person is watching.
    fn permitted(&self, ctx: &ToolContext<'_>) -> Result<(), Refusal> {
        let Some(task_state) = ctx.task_state() else { return Ok(()) };
        let allowed = match self.permission {
            Permission::Always => true,
            Permission::PreparingAndReview => matches!(task_state.status, Status::Preparing | Status::Review),
        };
        if allowed {
            return Ok(());
        }
        Err(refusal::not_at_this_stage(
            ctx.language,
            task_state.status,
            task_state.status.next_moves(task_state.kind),
        ))
    }
}

/// A tool without its types, so that tools of all sorts fit in one list.
trait AnyTool: Send + Sync {
    fn name(&self) -> &'static str;
    fn description(&self) -> Text;
    fn argument_texts(&self) -> &'static [(&'static str, Text)];
    fn sight(&self) -> ReadSet;
    fn reading(&self) -> ArgumentValidation;
    fn schema(&self) -> Value;
    fn call<'a>(&'a self, ctx: &'a ToolContext<'_>, arguments: Value) -> ToolFuture<'a>;
}

type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<ToolOutcome, ToolError>> + Send + 'a>>;

impl<T: Tool> AnyTool for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn description(&self) -> Text {
        T::DESCRIPTION
    }

    fn argument_texts(&self) -> &'static [(&'static str, Text)] {
        T::ARGUMENTS
    }

    fn sight(&self) -> ReadSet {
        T::READS
    }

    fn reading(&self) -> ArgumentValidation {
        T::VALIDATION
    }

    fn schema(&self) -> Value {
        schema::schema_of::<T::Args>()
    }

    fn call<'a>(&'a self, ctx: &'a ToolContext<'_>, arguments: Value) -> ToolFuture<'a> {
        Box::pin(async move {
            let args = serde_json::from_value(arguments)
                .map_err(|error| refusal::invalid_arguments(ctx.language, vec![error.to_string()]))?;
            Tool::call(self, ctx, args).await
        })
    }
}

/// No tool called in a task changes a paragraph outside its chunk; this is the last place that makes sure of it.
fn stays_in_chunk(ctx: &ToolContext<'_>, outcome: &ToolOutcome) -> Result<(), Refusal> {
    let (Some(boundaries), ToolOutcome::Reply { edits, .. }) = (ctx.chunk_boundaries(), outcome) else {
        return Ok(());
    };
    let stays = edits.iter().all(|edit| match edit {
        Edit::AddVersion { paragraph, .. }
        | Edit::Expect { paragraph, .. }
        | Edit::SelectVersion { paragraph, .. }
        | Edit::SetLock { paragraph, .. }
        | Edit::SetReview { paragraph, .. }
        | Edit::SetReviewOfMany { paragraph, .. }
        | Edit::CarryReview { paragraph, .. }
        | Edit::RejectVersion { paragraph, .. }
        | Edit::NoteChecks { paragraph, .. } => boundaries.contains(*paragraph),
        // What is known belongs to the series, and the tools themselves say when a task may add to it.
        Edit::SetChapterTitle { .. }
        | Edit::SetBookTitle { .. }
        | Edit::PutEntry { .. }
        | Edit::RemoveEntry { .. } => true,
        Edit::Acknowledge { .. }
        | Edit::CorrectBookTitle { .. }
        | Edit::SetTargetLanguage { .. }
        | Edit::SetInstructions { .. } => false,
    });
    if stays { Ok(()) } else { Err(refusal::out_of_chunk(ctx.language, boundaries)) }
}

fn say_cut_off(outcome: &mut ToolOutcome, language: PromptLanguage) {
    let note = language.choose(
        "参数在结尾处被截断，最后不完整的一项已丢弃。请重新发送该项，并减少每次调用的段落数。",
        "The arguments were cut off; the incomplete last item was dropped. Send it again, with fewer items per call.",
    );
    if let ToolOutcome::Reply { content: Value::Object(content), .. } = outcome {
        content.insert("cut_off".to_owned(), note.into());
    }
}
