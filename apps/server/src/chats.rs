//! The conversation turns under way in this process: each runs to its end without subscribers too, and can be stopped.

use crate::context::ServerContext;
use crate::problem::Problem;
use crate::team::revoked::revoked;
use async_trait::async_trait;
use axum::http::StatusCode;
use book::id::ChatId;
use messages::Message;
use runner::assistant::{Approver, ChatPlace, Conversation, Proposal, to_json};
use runner::bus::Bus;
use runner::run::StopSignal;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

/// A question without an answer for this long counts as declined.
const PATIENCE: Duration = Duration::from_mins(15);

/// All of them.
#[derive(Default)]
pub(crate) struct Chats {
    live: Arc<Mutex<HashMap<ChatId, Live>>>,
    tracker: TaskTracker,
}

struct Live {
    cancel: StopSignal,
    asked: Arc<PendingApproval>,
}

impl Chats {
    /// Begins a turn; what happens in it comes over the bus.
    pub(crate) fn begin(
        &self,
        context: &Arc<ServerContext>,
        chat: ChatId,
        wired: impl FnOnce(Arc<PendingApproval>, Arc<Bus>, StopSignal) -> Conversation,
        words: String,
        place: ChatPlace,
    ) -> Result<Arc<Bus>, Problem> {
        if self.tracker.is_closed() {
            return Err(Problem::stopping());
        }
        let (asked, bus, cancel) =
            (Arc::new(PendingApproval::default()), Arc::new(Bus::default()), StopSignal::new());
        let live = Live { cancel: cancel.clone(), asked: Arc::clone(&asked) };
        {
            let mut all = self.live();
            if all.contains_key(&chat) {
                return Err(Problem::new(StatusCode::CONFLICT, "at_work", Message::new("assistant_at_work")));
            }
            all.insert(chat, live);
        }
        let conversation = wired(asked, Arc::clone(&bus), cancel.clone());
        let (store, context) = (conversation.store.clone(), Arc::clone(context));
        bus.publish("session", &serde_json::json!({"session": chat}));
        let (live, told) = (Arc::clone(&self.live), Arc::clone(&bus));
        self.tracker.spawn(async move {
            let mut answered = pin!(conversation.answer(chat, &words, &place));
            let answered = tokio::select! {
                biased;
                answered = &mut answered => answered,
                () = revoked(&context, &store) => {
                    cancel.cancel();
                    answered.await
                }
            };
            if let Err(error) = answered {
                told.publish("failed", &serde_json::json!({"reason": error.to_string()}));
            }
            live.lock().unwrap_or_else(PoisonError::into_inner).remove(&chat);
            told.close();
        });
        Ok(bus)
    }

    /// Stops the turn of a conversation.
    pub(crate) fn stop(&self, chat: ChatId) -> Result<(), Problem> {
        self.live().get(&chat).ok_or_else(not_at_work)?.cancel.cancel();
        Ok(())
    }

    /// Says yes or no to what the turn proposes.
    pub(crate) fn answer(&self, chat: ChatId, agree: bool) -> Result<(), Problem> {
        let asked = Arc::clone(&self.live().get(&chat).ok_or_else(not_at_work)?.asked);
        if asked.answer(agree) { Ok(()) } else { Err(not_at_work()) }
    }

    /// Whether a turn is under way.
    pub(crate) fn at_work(&self, chat: ChatId) -> bool {
        self.live().contains_key(&chat)
    }

    /// Lets no further turn begin, has those under way finish the reply in flight, and waits until they rest.
    pub(crate) async fn drain(&self) {
        self.tracker.close();
        for live in self.live().values() {
            live.cancel.drain();
        }
        self.tracker.wait().await;
    }

    /// Breaks all of them off and waits until they rest.
    pub(crate) async fn stop_all(&self) {
        self.tracker.close();
        for live in self.live().values() {
            live.cancel.cancel();
        }
        self.tracker.wait().await;
    }

    /// How many turns are under way.
    pub(crate) fn n_at_work(&self) -> usize {
        self.live().len()
    }

    fn live(&self) -> MutexGuard<'_, HashMap<ChatId, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn not_at_work() -> Problem {
    Problem::new(StatusCode::CONFLICT, "not_at_work", Message::new("assistant_not_waiting"))
}

/// Asks the user on the page for approval.
#[derive(Default)]
pub(crate) struct PendingApproval {
    waiting: Mutex<Option<oneshot::Sender<bool>>>,
}

impl PendingApproval {
    fn answer(&self, agree: bool) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        waiting.is_some_and(|waiting| waiting.send(agree).is_ok())
    }
}

#[async_trait]
impl Approver for PendingApproval {
    async fn approve(&self, _proposal: &Proposal) -> bool {
        let (send, answer) = oneshot::channel();
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(send);
        matches!(tokio::time::timeout(PATIENCE, answer).await, Ok(Ok(true)))
    }
}

/// Tells a turn's events over its bus, and the library's news when something changed.
pub(crate) fn telling(
    context: &Arc<ServerContext>,
    book: book::id::BookId,
    bus: Arc<Bus>,
) -> Arc<dyn Fn(runner::assistant::AssistantEvent) + Send + Sync> {
    let context = Arc::clone(context);
    Arc::new(move |event| {
        let (name, fields) = to_json(&event);
        bus.publish(name, &fields);
        if name == "changed" {
            context.book_changed(book);
        }
    })
}
