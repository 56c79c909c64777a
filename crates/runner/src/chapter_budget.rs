//! Budgets of single chapters, beside the budget of the run. A request is reserved from its chapter's budget before it is
//! sent, and refused if the reservation does not fit.

use async_trait::async_trait;
use llm::{Budget, BudgetLimit, EventStream, Failure, Metered, Model, Price, Request, Spent};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The budgets of a run's chapters, by chapter number.
pub(crate) struct ChapterBudgets {
    limit: BudgetLimit,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    chapter_budgets: HashMap<u32, Arc<Budget>>,
    empty: HashSet<u32>,
}

impl ChapterBudgets {
    /// One budget per chapter with the same limit; `spent` is what earlier sessions used of them.
    pub(crate) fn new(limit: BudgetLimit, spent: HashMap<u32, Spent>) -> Self {
        let chapter_budgets =
            spent.into_iter().map(|(chapter, spent)| (chapter, Budget::resuming(limit, spent)));
        let inside = Inside { chapter_budgets: chapter_budgets.collect(), empty: HashSet::new() };
        Self { limit, inside: Mutex::new(inside) }
    }

    /// Whether there is no limit at all.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.limit == BudgetLimit::default()
    }

    /// Whether a request was refused because it did not fit into this chapter's budget.
    pub(crate) fn is_empty(&self, chapter: u32) -> bool {
        self.lock().empty.contains(&chapter)
    }

    fn budget(&self, chapter: u32) -> Arc<Budget> {
        Arc::clone(self.lock().chapter_budgets.entry(chapter).or_insert_with(|| Budget::new(self.limit)))
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A model decorator that charges the budget of the chapter its worker is on.
pub(crate) struct ChapterMetered<'a> {
    pub(crate) model: Arc<dyn Model>,
    pub(crate) price: Option<Price>,
    pub(crate) chapter_budgets: &'a ChapterBudgets,
    pub(crate) chapter: &'a AtomicU32,
}

#[async_trait]
impl Model for ChapterMetered<'_> {
    fn name(&self) -> &str {
        self.model.name()
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        if self.chapter_budgets.is_unlimited() {
            return self.model.stream(request).await;
        }
        let chapter = self.chapter.load(Ordering::Relaxed);
        let budget = self.chapter_budgets.budget(chapter);
        let model = Metered::new(Arc::clone(&self.model), Arc::clone(&budget), self.price);
        let events = model.stream(request).await;
        // The run's own budget, behind this one, refuses with the same error.
        if matches!(events, Err(Failure::Budget { .. })) && !budget.has_room_for(request, self.price) {
            self.chapter_budgets.lock().empty.insert(chapter);
        }
        events
    }
}
