//! Answers that reach a task through the library, because the person is at another process.

use async_trait::async_trait;
use book::id::TaskId;
use book::work::question::{PersonAnswer, Question};
use std::sync::Arc;
use std::time::Duration;
use store::store::Store;
use task::driver::QuestionHandler;
use task::machine::QuestionRecord;
use tokio::sync::Notify;

/// How often the library is looked at where no notice came.
const POLL: Duration = Duration::from_secs(2);

/// Waits until an answer to the last question of a task is in the library.
pub(super) struct StoredAnswers {
    store: Store,
    woken: Arc<Notify>,
}

impl StoredAnswers {
    pub(super) const fn new(store: Store, woken: Arc<Notify>) -> Self {
        Self { store, woken }
    }

    async fn answer(&self, task: TaskId) -> Option<PersonAnswer> {
        // A library that cannot be read now is read again.
        let notes = self.store.library().questions(task).await.ok()?;
        serde_json::from_str::<QuestionRecord>(&notes.last()?.json).ok()?.answer
    }
}

#[async_trait]
impl QuestionHandler for StoredAnswers {
    async fn ask(&self, task: TaskId, _question: &Question) -> Option<PersonAnswer> {
        loop {
            if let Some(answer) = self.answer(task).await {
                return Some(answer);
            }
            tokio::select! {
                () = self.woken.notified() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }
}
