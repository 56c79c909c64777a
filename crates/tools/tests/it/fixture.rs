//! A small book in a real library, and a model's place in it: calls are made, committed and applied as a task does.

use book::id::{ParagraphId, TaskId};
use book::knowledge::evidence::StoryPosition;
use book::text::version::{Author, TaskKind};
use book::work::chunk::{Chunk, ChunkBoundaries, Reads};
use book::work::status::{Effort, Status};
use book::work::task_state::{TaskState, TaskUpdate};
use serde_json::Value;
use std::ops::Deref;
use store::change::Cause;
use testkit::library::{TestLibrary, by_model};
use testkit::text;
use tools::context::{TaskScope, ToolContext};
use tools::judge::{Judge, StructuralJudge};
use tools::registry::ToolRegistry;
use tools::series_knowledge::{KnowledgeAt, SeriesKnowledge};
use tools::text::PromptLanguage;
use tools::tool::ToolOutcome;

const NOW: i64 = 1_800_000_000_000;

/// A library with one book, and calls of tools on it.
pub(crate) struct ToolLibrary {
    library: TestLibrary,
}

impl Deref for ToolLibrary {
    type Target = TestLibrary;

    fn deref(&self) -> &TestLibrary {
        &self.library
    }
}

impl ToolLibrary {
    /// A book with these chapters, given by their paragraphs in written form.
    pub(crate) async fn with(chapters: &[&[&str]]) -> Self {
        Self::between(None, None, chapters).await
    }

    /// The same, in a language and to be translated into another.
    pub(crate) async fn between(from: Option<&str>, to: Option<&str>, chapters: &[&[&str]]) -> Self {
        let book = text::book("試験の本", from, text::numbered_chapters(chapters));
        Self { library: TestLibrary::with_book(&book, to).await }
    }

    /// Ten paragraphs in the first chapter and five in the second; see [`TEXTS`].
    pub(crate) async fn usual() -> Self {
        Self::with(&[&TEXTS[..10], &TEXTS[10..]]).await
    }

    /// A model's place in a task over these paragraphs.
    pub(crate) async fn task(&self, kind: TaskKind, places: impl IntoIterator<Item = usize>) -> TestTask<'_> {
        let ids = self.ids(places).await;
        let chapter = self.paragraph(ids[0]).await.chapter;
        let boundaries = Chunk::new(chapter, ids.clone()).unwrap().boundaries();
        TestTask {
            library: self,
            registry: ToolRegistry::for_task(kind, Effort::Standard),
            task_state: TaskState::new(kind, Effort::Standard, &ids),
            boundaries,
            ids,
            reads: Reads::Book,
            language: PromptLanguage::Chinese,
            author: model(kind),
            judge: Box::new(StructuralJudge),
            known: None,
        }
    }

    /// A call outside any chunk, made by this author; its edits are committed.
    pub(crate) async fn outside(
        &self,
        author: &Author,
        language: PromptLanguage,
        name: &str,
        args: &Value,
    ) -> Value {
        let ctx = ToolContext::outside_chunk(self.store.library(), self.book.id, language, None, author);
        let outcome =
            ToolRegistry::outside_chunk().handle_tool_call(&ctx, name, &args.to_string()).await.unwrap();
        let ToolOutcome::Reply { content, edits, updates } = outcome else {
            panic!("a question outside a task")
        };
        assert!(updates.is_empty(), "there is no desk outside a task");
        let cause = Cause { who: author.clone(), run: None, task: None, note: name.to_owned() };
        self.store.commit(self.book.id, &edits, &cause, NOW).await.unwrap();
        content
    }

    /// The assistant's call in English.
    pub(crate) async fn assistant(&self, name: &str, args: &Value) -> Value {
        self.outside(&model(TaskKind::Translation), PromptLanguage::English, name, args).await
    }
}

/// The author of a model's versions.
pub(crate) fn model(kind: TaskKind) -> Author {
    by_model("scripted", kind)
}

/// A model's place in a task.
pub(crate) struct TestTask<'a> {
    library: &'a ToolLibrary,
    registry: ToolRegistry,
    pub(crate) task_state: TaskState,
    pub(crate) boundaries: ChunkBoundaries,
    /// The chunk's paragraphs.
    pub(crate) ids: Vec<ParagraphId>,
    pub(crate) reads: Reads,
    pub(crate) language: PromptLanguage,
    pub(crate) author: Author,
    pub(crate) judge: Box<dyn Judge>,
    pub(crate) known: Option<SeriesKnowledge>,
}

impl TestTask<'_> {
    pub(crate) fn reading(mut self, reads: Reads) -> Self {
        self.reads = reads;
        self
    }

    pub(crate) fn speaking(mut self, language: PromptLanguage) -> Self {
        self.language = language;
        self
    }

    pub(crate) fn with_effort(mut self, effort: Effort) -> Self {
        self.task_state.effort = effort;
        self
    }

    /// The id of the chunk's paragraph at this place, as a model writes it.
    pub(crate) fn id(&self, place: usize) -> String {
        self.ids[place].to_string()
    }

    /// The outcome of a call with raw arguments; nothing is committed or applied.
    pub(crate) async fn outcome(&self, name: &str, raw: &str) -> ToolOutcome {
        let scope = TaskScope {
            shows: &|_| true,
            task_id: TaskId::from_number(1),
            chunk_boundaries: &self.boundaries,
            task_state: &self.task_state,
            reads: self.reads,
            author: &self.author,
            judge: &*self.judge,
            guards_alignment: false,
            known: self.known.as_ref().map(|series| KnowledgeAt { series, moment: StoryPosition(0) }),
        };
        let ctx =
            ToolContext::for_task(self.library.store.library(), self.library.book.id, self.language, scope);
        self.registry.handle_tool_call(&ctx, name, raw).await.unwrap()
    }

    /// A call as a task makes it: edits are committed, moves applied. Gives what is said to the model.
    pub(crate) async fn call(&mut self, name: &str, args: &Value) -> Value {
        self.call_raw(name, &args.to_string()).await
    }

    pub(crate) async fn call_raw(&mut self, name: &str, raw: &str) -> Value {
        let ToolOutcome::Reply { content, edits, updates } = self.outcome(name, raw).await else {
            panic!("a question where an answer was expected")
        };
        let cause = Cause { who: self.author.clone(), run: None, task: None, note: name.to_owned() };
        self.library.store.commit(self.library.book.id, &edits, &cause, NOW).await.unwrap();
        for desk_move in updates {
            self.task_state.apply(desk_move);
        }
        assert!(
            content.is_object() && content["success"].is_boolean(),
            "not one object with success: {content}"
        );
        content
    }

    /// A call that must be refused and change nothing.
    pub(crate) async fn refused(&mut self, name: &str, args: &Value) -> Value {
        let before = (self.task_state.clone(), self.library.paragraphs().await);
        let content = self.call(name, args).await;
        assert_eq!(content["success"], false, "{content}");
        assert!(content["error"].is_string() && content["error_code"].is_string(), "{content}");
        assert_eq!(
            (self.task_state.clone(), self.library.paragraphs().await),
            before,
            "a refused call changed something"
        );
        content
    }

    /// Submits a plain translation of every paragraph of the chunk.
    pub(crate) async fn submit_all(&mut self) {
        let items: Vec<Value> = self
            .ids
            .iter()
            .map(|id| serde_json::json!({ "paragraph_id": id, "translated_text": format!("译文{id}") }))
            .collect();
        let content = self.call("add_translation_batch", &serde_json::json!({ "paragraphs": items })).await;
        assert_eq!(content["remaining"], serde_json::json!([]), "{content}");
    }

    pub(crate) fn move_to(&mut self, statuses: &[Status]) {
        for to in statuses {
            self.task_state.apply(TaskUpdate::Status { to: *to });
            assert_eq!(self.task_state.status, *to);
        }
    }
}

/// The ids in a list of paragraphs.
pub(crate) fn ids_in(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one["paragraph_id"].as_str().unwrap().to_owned()).collect()
}

/// Ids as a model writes them.
pub(crate) fn written(ids: &[ParagraphId]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// Fifteen sentences that begin differently.
pub(crate) const TEXTS: [&str; 15] = [
    "ある日の暮方の事である。",
    "一人の下人が門の下で雨やみを待っていた。",
    "広い門の下にはこの男のほかに誰もいない。",
    "所々丹塗の剥げた円柱に蟋蟀が一匹とまっている。",
    "門が朱雀大路にある以上は誰かいそうなものである。",
    "それがこの男のほかには誰もいない。",
    "何故かと云うとこの二三年京都には災がつづいた。",
    "そこで洛中のさびれ方は一通りではない。",
    "旧記によると仏像や仏具を打砕いた。",
    "「どうにかしなければ」と下人は考えた。",
    "その代りまた鴉がどこからかたくさん集って来た。",
    "昼間見るとその鴉が何羽となく輪を描いている。",
    "ことに門の上の空が夕焼けであかくなる時には。",
    "もっとも今日は刻限が遅いせいか一羽も見えない。",
    "下人は七段ある石段の一番上の段に腰を据えた。",
];
