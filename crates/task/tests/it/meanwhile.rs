//! What is written through another door while a model is at work on the same paragraph stays there.

use crate::test_task::{Job, Staff, TestTask, by_model};
use async_trait::async_trait;
use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::text::version::{Author, Selection, TaskKind};
use llm::{EventStream, Failure, Model, Request, Scripted, ScriptedReply};
use serde_json::json;
use store::change::Cause;
use store::store::Store;
use task::driver::LoopExit;
use task::event::TaskEvent;
use task::machine::TaskOutcome;

/// A model in whose first reply a person has the assistant change a paragraph.
struct Overtaken {
    model: Scripted,
    store: Store,
    book: BookId,
    paragraph: ParagraphId,
}

#[async_trait]
impl Model for Overtaken {
    fn name(&self) -> &str {
        self.model.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        if self.model.requests().is_empty() {
            let author = Author::Assistant { model: "assistant".to_owned() };
            let edit = Edit::AddVersion {
                paragraph: self.paragraph,
                text: "What I asked for.".to_owned(),
                author: author.clone(),
                selection: Selection::Select,
            };
            let cause = Cause { who: author, run: None, task: None, note: "asked for".to_owned() };
            self.store.commit(self.book, &[edit], &cause, 3).await.unwrap();
        }
        self.model.stream(request).await
    }
}

#[tokio::test]
async fn what_the_assistant_writes_while_a_model_works_on_the_paragraph_stays() {
    for kind in TaskKind::ALL {
        let test_task = TestTask::with(&[vec!["港で雨を見た。", "森で歌を聞いた。"]]).await;
        let chunk = test_task.chunk(&[0, 1]).await;
        let ids = chunk.paragraph_ids().to_vec();
        if kind != TaskKind::Translation {
            for id in &ids {
                test_task.translate(*id, "It was there before.", by_model()).await;
            }
        }
        let texts = ["He watched the rain in the harbour.", "He heard a song in the forest."];
        let items = ids.iter().zip(texts);
        let items = items.map(|(id, text)| json!({"paragraph_id": id, "translated_text": text}));
        let reply =
            ScriptedReply::call("add_translation_batch", &json!({"paragraphs": items.collect::<Vec<_>>()}));
        let model = Overtaken {
            model: Scripted::answering(move |_| reply.clone()),
            store: test_task.store.clone(),
            book: test_task.book.id,
            paragraph: ids[0],
        };
        let (run, events) = test_task.work(&Staff::new(kind, &model), Job::Begin(chunk)).await.unwrap();
        assert_eq!(run.exit, LoopExit::Ended(TaskOutcome::Finished), "{kind:?}");
        assert_eq!(test_task.translation(ids[0]).await.unwrap(), "What I asked for.", "{kind:?}");
        assert_eq!(test_task.translation(ids[1]).await.unwrap(), texts[1], "{kind:?}");
        let waiting = test_task.store.library().suggestions(test_task.book.id).await.unwrap();
        let waiting: Vec<&str> = waiting.iter().map(|one| one.version.text.as_str()).collect();
        assert_eq!(waiting, [texts[0]], "{kind:?}");
        let suggested =
            |event: &TaskEvent| matches!(event, TaskEvent::Suggested { paragraph } if *paragraph == ids[0]);
        assert_eq!(events.iter().filter(|event| suggested(event)).count(), 1, "{kind:?}");
    }
}
