//! The rules of the registry for any tool, each with a tool made for it: how a context reaches it, when it may write down
//! knowledge, and where its edits may go.

use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, TaskId};
use book::text::version::{Author, TaskKind};
use book::work::chunk::{Chunk, ChunkBoundaries, Reads};
use book::work::status::{Effort, Status};
use book::work::task_state::TaskState;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::store::Store;
use tools::context::{TaskScope, ToolContext};
use tools::judge::StructuralJudge;
use tools::registry::ToolRegistry;
use tools::text::{PromptLanguage, Text};
use tools::tool::{Tool, ToolError, ToolOutcome};

/// Says what it was given.
struct Probe;

#[derive(Deserialize, JsonSchema)]
struct NoArgs {}

impl Tool for Probe {
    const NAME: &'static str = "create_probe";
    const DESCRIPTION: Text = Text { zh: "探针", en: "A probe" };
    type Args = NoArgs;

    async fn call(&self, ctx: &ToolContext<'_>, _args: NoArgs) -> Result<ToolOutcome, ToolError> {
        Ok(ToolOutcome::reply(seen(ctx)))
    }
}

/// The same under the name of a tool that writes down knowledge.
struct WritingProbe;

impl Tool for WritingProbe {
    const NAME: &'static str = "create_memory";
    const DESCRIPTION: Text = Probe::DESCRIPTION;
    type Args = NoArgs;

    async fn call(&self, ctx: &ToolContext<'_>, _args: NoArgs) -> Result<ToolOutcome, ToolError> {
        Ok(ToolOutcome::reply(seen(ctx)))
    }
}

fn seen(ctx: &ToolContext<'_>) -> Value {
    let boundaries = ctx.chunk_boundaries();
    let mut allowed: Vec<ParagraphId> =
        boundaries.iter().flat_map(|boundaries| boundaries.allowed_paragraph_ids()).copied().collect();
    allowed.sort_unstable();
    json!({
        "success": true,
        "allowed": allowed,
        "first": boundaries.map(ChunkBoundaries::first_paragraph_id),
        "last": boundaries.map(ChunkBoundaries::last_paragraph_id),
        "task": ctx.task_id(),
        "session": ctx.session_id(),
    })
}

/// A tool that forgets which chunk it is in.
struct Stray;

impl Tool for Stray {
    const NAME: &'static str = "stray";
    const DESCRIPTION: Text = Text { zh: "越界", en: "Strays" };
    type Args = NoArgs;

    async fn call(&self, ctx: &ToolContext<'_>, _args: NoArgs) -> Result<ToolOutcome, ToolError> {
        let edit = Edit::AddVersion {
            paragraph: ParagraphId::from_number(99),
            text: "elsewhere".to_owned(),
            author: ctx.author().clone(),
            selection: book::text::version::Selection::Select,
        };
        Ok(ToolOutcome::Reply { content: json!({ "success": true }), edits: vec![edit], updates: Vec::new() })
    }
}

const PARAGRAPHS: [ParagraphId; 3] =
    [ParagraphId::from_number(3), ParagraphId::from_number(4), ParagraphId::from_number(5)];

async fn call(registry: &ToolRegistry, task_state: &TaskState, name: &str) -> ToolOutcome {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.db")).await.unwrap();
    let chunk = Chunk::new(ChapterId::from_number(1), PARAGRAPHS.to_vec()).unwrap();
    let boundaries = chunk.boundaries();
    let scope = TaskScope {
        shows: &|_| true,
        task_id: TaskId::from_number(7),
        chunk_boundaries: &boundaries,
        task_state,
        reads: Reads::Book,
        author: &Author::Memory,
        judge: &StructuralJudge,
        known: None,
        guards_alignment: false,
    };
    let ctx = ToolContext::for_task(store.library(), BookId::from_number(1), PromptLanguage::English, scope);
    registry.handle_tool_call(&ctx, name, "{}").await.unwrap()
}

fn reply(outcome: ToolOutcome) -> Value {
    match outcome {
        ToolOutcome::Reply { content, edits, updates } => {
            assert!(edits.is_empty() && updates.is_empty());
            content
        }
        ToolOutcome::Question(question) => panic!("asked {question:?}"),
    }
}

#[tokio::test]
async fn a_handler_receives_the_chunk_boundaries_for_every_kind_of_task() {
    let registry = ToolRegistry::of_one(&Probe);
    for kind in TaskKind::ALL {
        let task_state = TaskState::new(kind, Effort::Standard, &PARAGRAPHS);
        let content = reply(call(&registry, &task_state, "create_probe").await);
        assert_eq!(content["allowed"], json!(PARAGRAPHS));
        assert_eq!((&content["first"], &content["last"]), (&json!(PARAGRAPHS[0]), &json!(PARAGRAPHS[2])));
        assert_eq!(content["task"], json!(TaskId::from_number(7)));
        assert_eq!(content["session"], Value::Null);
    }
}

#[tokio::test]
async fn outside_a_chunk_a_handler_receives_no_boundaries_and_no_task() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("library.db")).await.unwrap();
    let ctx = ToolContext::outside_chunk(
        store.library(),
        BookId::from_number(1),
        PromptLanguage::English,
        Some("chat"),
        &Author::Person,
    );
    let registry = ToolRegistry::of_one(&Probe);
    let content = reply(registry.handle_tool_call(&ctx, "create_probe", "").await.unwrap());
    assert_eq!(content["allowed"], json!([]));
    assert_eq!(
        (&content["first"], &content["last"], &content["task"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(content["session"], "chat");
}

#[tokio::test]
async fn knowledge_is_written_in_preparing_and_review_and_refused_elsewhere_with_advice() {
    let registry = ToolRegistry::of_one(&WritingProbe);
    for kind in TaskKind::ALL {
        for status in Status::ALL {
            let mut task_state = TaskState::new(kind, Effort::Careful, &PARAGRAPHS);
            task_state.status = status;
            let content = reply(call(&registry, &task_state, "create_memory").await);
            let allowed = matches!(status, Status::Preparing | Status::Review);
            assert_eq!(content["success"], allowed, "{kind:?} {status}");
            if !allowed {
                assert_eq!(content["error_code"], "NOT_AT_THIS_STAGE");
                assert!(content["error"].as_str().unwrap().contains("preparing or review"));
            }
        }
    }
    let mut task_state = TaskState::new(TaskKind::Translation, Effort::Careful, &PARAGRAPHS);
    task_state.status = Status::Working;
    let content = reply(call(&registry, &task_state, "create_memory").await);
    assert!(content["error"].as_str().unwrap().contains("update_task_status(\"review\")"), "{content}");
}

#[tokio::test]
async fn an_edit_outside_the_chunk_is_stopped_at_the_door_whichever_tool_proposes_it() {
    let registry = ToolRegistry::of_one(&Stray);
    let task_state = TaskState::new(TaskKind::Translation, Effort::Standard, &PARAGRAPHS);
    let content = reply(call(&registry, &task_state, "stray").await);
    assert_eq!(content["error_code"], "OUT_OF_CHUNK");
}
