//! What a run and each of its chapters may spend, less what earlier sessions of the run have spent.

use crate::chapter_budget::ChapterBudgets;
use crate::spec::{RunSpec, SpendingLimit};
use book::id::{ChapterId, RunId};
use llm::{Budget, BudgetLimit, Money, Spent};
use std::collections::HashMap;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::work::{RunRecord, StepUsage};

/// What a run may spend: the wish's limits, less what the run has spent before.
pub fn budget(spec: &RunSpec, resumed: Option<&RunRecord>) -> Arc<Budget> {
    let limit = budget_limit(spec.limit);
    Budget::resuming(limit, resumed.map_or_else(Spent::default, |run| spent(&run.usage)))
}

/// What each chapter may spend, less what it has spent before.
pub(crate) async fn chapter_budgets(
    library: &Library,
    spec: &RunSpec,
    run: RunId,
    book: &BookSummary,
) -> Result<ChapterBudgets, StoreError> {
    let limit = budget_limit(spec.chapter_limit);
    let mut used: HashMap<ChapterId, StepUsage> = HashMap::new();
    if limit != BudgetLimit::default() {
        for task in library.tasks(run).await? {
            *used.entry(task.chapter).or_default() += task.usage;
        }
    }
    let mut spent_before = HashMap::new();
    for (chapter, usage) in used {
        spent_before.insert(library.chapter(book.id, chapter).await?.number, spent(&usage));
    }
    Ok(ChapterBudgets::new(limit, spent_before))
}

fn budget_limit(limit: SpendingLimit) -> BudgetLimit {
    BudgetLimit { tokens: limit.tokens, money: limit.micros.map(money) }
}

fn money(micros: i64) -> Money {
    Money::from_micro_dollars(u64::try_from(micros).unwrap_or_default())
}

/// Usage as the library keeps it, in the words of a budget.
fn spent(usage: &StepUsage) -> Spent {
    let count = |tokens: i64| u64::try_from(tokens).unwrap_or_default();
    let tokens = llm::Usage {
        input: count(usage.input - usage.cached_input),
        cached_input: count(usage.cached_input),
        output: count(usage.output),
        reasoning: count(usage.reasoning),
        ..llm::Usage::default()
    };
    Spent { usage: tokens, money: money(usage.cost_micros), ..Spent::default() }
}
