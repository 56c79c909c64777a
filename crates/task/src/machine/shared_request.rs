//! A task whose first request is shared with others.

use super::{Answer, Machine};
use crate::delivery::{RequestParts, RequestSize, SharedPart};
use llm::Reply;

impl Machine {
    /// What it asks for in a request of several tasks: the same as it would ask alone. Only a task in text that has asked
    /// for nothing yet can share.
    pub(crate) fn shared_part(&self) -> Option<SharedPart<'_>> {
        let (state, work) = self.text.as_ref().zip(self.memory.work.as_ref())?;
        let is_new = self.spent.replies == 0 && work.prompt.is_none();
        let parts = RequestParts {
            language: self.language,
            kind: self.task_state.kind,
            work,
            given: &self.memory.given,
            concerns: &self.task_state.concerns,
        };
        is_new.then_some(SharedPart { parts, state })
    }

    /// What comes next was about other tasks as well.
    pub(crate) const fn note_shared(&mut self) {
        if let Some(text) = &mut self.text {
            text.note_shared();
        }
    }

    /// Tells what its share of a common answer is; requests have this size from here on.
    pub(crate) fn shared_answered(&mut self, reply: Reply, took_ms: u64, size: RequestSize) {
        if let Some(text) = &mut self.text {
            text.share(size);
        }
        self.model_answered(Answer::Replied { reply, limit_was_ours: false }, took_ms);
    }
}
