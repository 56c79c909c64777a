//! A model with what a run needs to know about it: price, context window and output limit.

use crate::chapter_budget::{ChapterBudgets, ChapterMetered};
use crate::plan::ModelFacts;
use crate::spec::RunSpec;
use llm::{BatchQueue, Delivery, DeliveryChoice, Model, Money, Price, Thinking, Usage};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use store::record::BookSummary;
use store::work::StepUsage;
use task::chunker;
use task::model_delivery::ModelDelivery;

/// Tokens a model may think in before it writes, however often it was cut.
const MOST_ROOM_TO_THINK: u32 = 32_768;

/// What prices are compared by.
const TYPICAL_USAGE: Usage =
    Usage { input: 2_000_000, output: 1_000_000, cached_input: 0, cache_write: 0, reasoning: 0 };

/// A model and what a run knows about it.
pub struct RunModel {
    pub(crate) name: String,
    model: Arc<dyn Model>,
    max_output_tokens: Option<u32>,
    window: Option<u64>,
    price: Option<Price>,
    /// How much it was set to think.
    thinking: Option<Thinking>,
    pricing: Box<dyn Fn(&llm::Usage) -> i64 + Send + Sync>,
    delivery: ModelDelivery,
    batch_queue: Option<Arc<BatchQueue>>,
}

impl RunModel {
    /// A model with what is known about it. It must already spend from the run's budget.
    pub fn new(
        model: Arc<dyn Model>,
        price: Option<Price>,
        window: Option<u64>,
        max_output_tokens: Option<u32>,
    ) -> Self {
        // What is lost by keeping whole millionths comes with the next request, so that a run adds up.
        let rest = Mutex::new(Money::ZERO);
        let pricing = move |usage: &llm::Usage| {
            let money = price.map_or(Money::ZERO, |price| price.cost_of(usage));
            let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
            i64::try_from(money.micro_dollars_with(&mut rest)).unwrap_or(i64::MAX)
        };
        Self {
            name: model.name().to_owned(),
            model,
            max_output_tokens,
            window,
            price,
            thinking: None,
            pricing: Box::new(pricing),
            delivery: ModelDelivery::fixed(Delivery::Tools),
            batch_queue: None,
        }
    }

    /// The same with how it delivers its work; by tools alone where this is not set.
    #[must_use]
    pub fn delivering(self, delivery: ModelDelivery) -> Self {
        Self { delivery, ..self }
    }

    /// The same, set to think this much.
    #[must_use]
    pub fn thinking(self, thinking: Option<Thinking>) -> Self {
        Self { thinking, ..self }
    }

    /// The same in the form the user chose for the run, if any.
    pub(crate) fn chosen(self, choice: DeliveryChoice) -> Self {
        match choice.form() {
            Some(form) => Self { delivery: self.delivery.fixed_to(form), ..self },
            None => self,
        }
    }

    /// How it hands over its work.
    pub const fn delivery(&self) -> &ModelDelivery {
        &self.delivery
    }

    /// The same model, whose requests go through this queue.
    #[must_use]
    pub fn in_batches(self, queue: Arc<BatchQueue>) -> Self {
        Self { batch_queue: Some(queue), ..self }
    }

    pub(crate) const fn batch_queue(&self) -> Option<&Arc<BatchQueue>> {
        self.batch_queue.as_ref()
    }

    /// Whether its price is known; a model that costs nothing has a price of zero.
    pub const fn has_price(&self) -> bool {
        self.price.is_some()
    }

    /// The model itself.
    pub fn model(&self) -> &dyn Model {
        &*self.model
    }

    /// The model as a decorator that charges the budget of the chapter being worked on.
    pub(crate) fn metered_by<'a>(
        &self,
        chapter_budgets: &'a ChapterBudgets,
        chapter: &'a AtomicU32,
    ) -> ChapterMetered<'a> {
        ChapterMetered { model: Arc::clone(&self.model), price: self.price, chapter_budgets, chapter }
    }

    /// What so much usage costs, where the price is known.
    pub fn cost(&self, usage: &llm::Usage) -> Option<Money> {
        self.price.map(|price| price.cost_of(usage))
    }

    /// So much usage with its cost, as the library keeps it.
    pub(crate) fn step_usage(&self, usage: &Usage) -> StepUsage {
        let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        StepUsage {
            input: count(usage.total_input()),
            cached_input: count(usage.cached_input),
            output: count(usage.output),
            reasoning: count(usage.reasoning),
            cost_micros: (self.pricing)(usage),
        }
    }

    pub(crate) const fn window(&self) -> Option<u64> {
        self.window
    }

    pub(crate) const fn max_output_tokens(&self) -> Option<u32> {
        self.max_output_tokens
    }

    pub(crate) fn pricing(&self) -> &(dyn Fn(&llm::Usage) -> i64 + Send + Sync) {
        &*self.pricing
    }

    /// The most tokens one reply may have. A reply begins with what its chunk is likely to need and gets more room after a
    /// cut; this is where that ends.
    pub(crate) fn output_limit(&self, spec: &RunSpec) -> u32 {
        let chunk = self.chunk_budget(spec);
        let needed =
            u32::try_from(chunk.saturating_mul(4)).unwrap_or(u32::MAX).saturating_add(MOST_ROOM_TO_THINK);
        self.max_output_tokens.map_or(needed, |most| most.min(needed))
    }

    /// Tokens of source that fit into one request.
    pub(crate) fn chunk_budget(&self, spec: &RunSpec) -> u64 {
        let output_limit = self.max_output_tokens.map(u64::from);
        chunker::budget(spec.chunk_tokens, self.window, output_limit, self.delivery.form())
    }

    /// What a plan has to know of a run's models, the first and those it falls back on. Fallbacks are asked directly and at
    /// their own price, also where the first is asked in batches.
    pub fn facts_of(models: &[Self], book: &BookSummary, spec: &RunSpec) -> ModelFacts {
        let Some((first, fallbacks)) = models.split_first() else { return ModelFacts::default() };
        let prices = fallbacks.iter().filter_map(|fallback| fallback.price);
        let dearest = prices.max_by_key(|price| price.cost_of(&TYPICAL_USAGE));
        ModelFacts { fallback_price: dearest, ..first.facts(book, spec) }
    }

    /// What a plan has to know.
    fn facts(&self, book: &BookSummary, spec: &RunSpec) -> ModelFacts {
        let delivery = spec.delivery.form().unwrap_or_else(|| self.delivery.form());
        ModelFacts {
            delivery,
            window: self.window,
            output_limit: self.max_output_tokens.map(u64::from),
            price: self.price,
            reads: self.delivery.reads(),
            thinking: self.thinking.map(Thinking::tokens),
            fallback_price: None,
            fixed_tokens: task::service::fixed_tokens(
                spec.kind(),
                book,
                &spec.target,
                &spec.task_options(book),
                delivery,
            ),
        }
    }
}
