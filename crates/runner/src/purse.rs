//! What a single chapter may use up, beside what the whole run may: each chapter has a purse of its own, and every
//! request for it is promised from there before it is sent.

use async_trait::async_trait;
use llm::{Budget, BudgetLimit, EventStream, Failure, Metered, Model, Price, Request, Spent};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The purses of a run's chapters, by the chapter's number.
pub(crate) struct Purses {
    limit: BudgetLimit,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    purses: HashMap<u32, Arc<Budget>>,
    empty: HashSet<u32>,
}

impl Purses {
    /// Purses with the same limit each; `spent` is what earlier sittings took from them.
    pub(crate) fn new(limit: BudgetLimit, spent: HashMap<u32, Spent>) -> Self {
        let purses = spent.into_iter().map(|(chapter, spent)| (chapter, Budget::resuming(limit, spent)));
        let inside = Inside { purses: purses.collect(), empty: HashSet::new() };
        Self { limit, inside: Mutex::new(inside) }
    }

    /// Whether there is no limit at all.
    pub(crate) fn are_bottomless(&self) -> bool {
        self.limit == BudgetLimit::default()
    }

    /// Whether a request for this chapter was turned down because its purse would not do.
    pub(crate) fn is_empty(&self, chapter: u32) -> bool {
        self.lock().empty.contains(&chapter)
    }

    fn purse(&self, chapter: u32) -> Arc<Budget> {
        Arc::clone(self.lock().purses.entry(chapter).or_insert_with(|| Budget::new(self.limit)))
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A model that spends from the purse of whichever chapter its worker is on.
pub(crate) struct FromPurse<'a> {
    pub(crate) model: Arc<dyn Model>,
    pub(crate) price: Option<Price>,
    pub(crate) purses: &'a Purses,
    pub(crate) chapter: &'a AtomicU32,
}

#[async_trait]
impl Model for FromPurse<'_> {
    fn name(&self) -> &str {
        self.model.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        if self.purses.are_bottomless() {
            return self.model.stream(request).await;
        }
        let chapter = self.chapter.load(Ordering::Relaxed);
        let purse = self.purses.purse(chapter);
        let model = Metered::new(Arc::clone(&self.model), Arc::clone(&purse), self.price);
        let events = model.stream(request).await;
        // The run's own budget, behind the purse, refuses in the same words.
        if matches!(events, Err(Failure::Budget { .. })) && !purse.has_room_for(request, self.price) {
            self.purses.lock().empty.insert(chapter);
        }
        events
    }
}
