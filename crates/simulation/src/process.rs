//! One process on the simulated machine: a library that is open, a model that is connected, and what is done with them.

use crate::dictionary::SimulatedDictionaries;
use crate::doing::Doing;
use crate::hook::SimulatedDriver;
use crate::planted::{LATE_LEASE, Mutation};
use crate::scenario::Stage;
use crate::wire::{SimulatedService, base_url};
use crate::world::World;
use book::id::{BookId, RunId};
use llm::{
    Budget, ChatMessage, ClientConfig, Delivery, DeliveryChoice, Dialect, Gate, Http, HttpConfig, Limits,
    Money, Price, Request, ResolvedModel, RetryPolicy, connect, connect_in_batches,
};
use runner::event::{RunEvent, TaskEvent};
use runner::repair::RepairFilter;
use runner::report::Report;
use runner::run::StopSignal;
use runner::run::{self, ClaimOwner, DeclineAll, ModelDelivery, RunConfig, RunError, RunModel};
use runner::spec::{RunSpec, Work};
use std::path::Path;
use std::sync::Arc;
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunRecord;

/// What a million tokens cost.
pub(crate) const PRICE: (f64, f64) = (1.0, 4.0);

/// A process.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) world: Arc<World>,
    pub(crate) store: Store,
    /// The same file as another process sees it, where an actor is to come.
    other: Option<Store>,
    pub(crate) book: Option<BookId>,
    /// Which process it is, from zero.
    pub(crate) number: u32,
    pub(crate) cancel: StopSignal,
}

/// A run to be begun or gone on with.
#[derive(Debug, Clone)]
pub(crate) struct RunOrder {
    pub(crate) stage: Stage,
    /// The runs there were before the work began.
    pub(crate) earlier: Vec<RunId>,
    pub(crate) limit_micros: Option<i64>,
    /// Nothing goes wrong any more.
    pub(crate) is_calm: bool,
}

impl RunOrder {
    /// Whether it is this run that goes on.
    pub(crate) fn is_open(&self, run: &RunRecord) -> bool {
        !self.earlier.contains(&run.id) && run.outcome.is_none_or(|outcome| !outcome.is_over())
    }
}

impl Process {
    pub(crate) async fn open(
        world: &Arc<World>,
        path: &Path,
        book: Option<BookId>,
        number: u32,
    ) -> anyhow::Result<Self> {
        let hook = |process| Arc::new(SimulatedDriver { world: Arc::clone(world), process });
        let store = Store::open_hooked(path, hook(name_of(number))).await?;
        let other = if world.expects_somebody() {
            Some(Store::open_hooked(path, hook(name_beside(number))).await?)
        } else {
            None
        };
        let cancel = world.begin_life(path)?;
        Ok(Self { world: Arc::clone(world), store, other, book, number, cancel })
    }

    /// The library as another process sees it.
    pub(crate) fn other(&self) -> &Store {
        self.other.as_ref().unwrap_or(&self.store)
    }

    pub(crate) async fn summary(&self) -> Result<Option<BookSummary>, StoreError> {
        match self.book {
            Some(book) => self.store.library().book(book).await.map(Some),
            None => Ok(None),
        }
    }

    /// Begins a run or goes on with it, as the process itself.
    pub(crate) async fn work(&self, order: &RunOrder) -> Result<Report, RunError> {
        self.work_as(&self.store, self.holder(), self.cancel.clone(), order).await
    }

    /// The same as another process that sees the same file.
    pub(crate) async fn work_as(
        &self,
        store: &Store,
        holder: ClaimOwner,
        cancel: StopSignal,
        order: &RunOrder,
    ) -> Result<Report, RunError> {
        let Some(book) = self.book else { return Err(RunError::NoModel) };
        let book = store.library().book(book).await?;
        let spec = self.spec(order);
        let runs = store.library().runs(Some(book.id)).await?;
        let begun = runs.iter().find(|run| order.is_open(run));
        let budget = run::budget(&spec, begun);
        let name = holder.name.clone();
        let limit_micros = spec.limit.micros;
        let config = RunConfig {
            store: store.clone(),
            book,
            models: vec![self.model_for(order, &budget)?],
            spec,
            confirmed: None,
            budget: Arc::clone(&budget),
            dictionaries: Arc::new(SimulatedDictionaries(Arc::clone(&self.world))),
            question_handler: Arc::new(DeclineAll),
            holder,
            clock: self.clock(),
            events: self.listener(name.clone()),
            cancel,
        };
        let ended = match begun {
            Some(run) => run::resume(config, run.id).await,
            None => run::start(config).await,
        };
        self.world.ends_work(&name);
        if self.world.is_planted(Mutation::ReservationKept) {
            let model = self.model(&budget, true)?;
            let request = Request { messages: vec![ChatMessage::user("for ever")], ..Request::default() };
            std::mem::forget(model.model().stream(&request).await);
        }
        self.returned(&budget, order.limit_micros);
        if let Ok(report) = &ended {
            let rounded = if order.stage == Stage::Batch {
                let tasks = store.library().tasks(report.run).await?;
                tasks.iter().map(|task| i64::from(task.n_steps)).sum()
            } else {
                0
            };
            self.check_stored_run(&store.library().run(report.run).await?, &budget, limit_micros, rounded)?;
        }
        ended
    }

    /// The library knows what a run that has ended was to do, and what it spent. It keeps whole millionths for every step,
    /// so at the half prices of batches up to `rounded` of them are not known.
    fn check_stored_run(
        &self,
        run: &RunRecord,
        budget: &Budget,
        limit_micros: Option<i64>,
        rounded: i64,
    ) -> Result<(), RunError> {
        if run::wish_of(run)?.limit.micros != limit_micros {
            self.world.violation("a run is kept with another limit than it was given");
        }
        let spent = i64::try_from(budget.spent().money.micro_dollars()).unwrap_or(i64::MAX);
        let is_alone = self.world.facts(|facts| facts.n_second == 0);
        let kept = run.usage.cost_micros;
        if is_alone && !(spent - rounded..=spent).contains(&kept) {
            self.world.violation(format!("a run has spent {spent} millionths, the library knows of {kept}"));
        }
        Ok(())
    }

    /// What was reserved has come back, and no more is spent than may be.
    pub(crate) fn returned(&self, budget: &Budget, limit_micros: Option<i64>) {
        let limit = limit_micros.and_then(|micros| u64::try_from(micros).ok());
        if limit.is_some_and(|limit| budget.spent().money > Money::from_micro_dollars(limit)) {
            self.world.violation("more is spent than the limit allows");
        }
        if budget.reserved() != (0, Money::ZERO) && !self.world.is_dead() {
            self.world.violation("reserved money does not return");
        }
    }

    pub(crate) fn clock(&self) -> Arc<dyn Fn() -> i64 + Send + Sync> {
        let world = Arc::clone(&self.world);
        Arc::new(move || world.now_ms())
    }

    /// Who this process is to the others.
    pub(crate) fn holder(&self) -> ClaimOwner {
        let knows_the_dead = self.world.scenario.knows_the_dead;
        let own = name_of(self.number);
        let alive = own.clone();
        let holder = ClaimOwner::new(own, move |name: &str| knows_the_dead && !name.starts_with(&alive));
        if self.world.is_planted(Mutation::RenewsTooLate) {
            return ClaimOwner { lease: LATE_LEASE, ..holder };
        }
        holder
    }

    pub(crate) fn spec(&self, order: &RunOrder) -> RunSpec {
        let scenario = &self.world.scenario;
        let mut spec =
            RunSpec::for_model("simulated".to_owned(), book::language::LanguageTag::undetermined());
        if let Ok(english) = "en".parse() {
            spec.target = english;
        }
        spec.work = match order.stage {
            Stage::Polish => Work::Polish,
            Stage::Proofread => Work::Proofread,
            Stage::Fix => Work::Fix(RepairFilter { only_blocking: false, checks: Vec::new() }),
            _ => Work::TRANSLATE,
        };
        spec.batch = order.stage == Stage::Batch;
        spec.chunk_tokens = Some(64 + scenario.seed % 200);
        spec.concurrency = scenario.concurrency;
        spec.limit.micros = order.limit_micros.filter(|_| !self.world.is_planted(Mutation::NoLimit));
        spec.delivery = match scenario.form.filter(|_| !order.is_calm) {
            None => DeliveryChoice::Auto,
            Some(Delivery::Tools) => DeliveryChoice::Tools,
            Some(Delivery::Structured) => DeliveryChoice::Structured,
            Some(Delivery::Lines) => DeliveryChoice::Lines,
        };
        spec
    }

    fn model_for(&self, order: &RunOrder, budget: &Arc<Budget>) -> Result<RunModel, RunError> {
        if order.stage == Stage::Batch {
            model_in_batches(&self.world, budget)
        } else {
            self.model(budget, order.is_calm)
        }
    }

    pub(crate) fn model(&self, budget: &Arc<Budget>, is_calm: bool) -> Result<RunModel, RunError> {
        model(&self.world, budget, is_calm)
    }

    fn listener(&self, name: String) -> Arc<dyn Fn(RunEvent) + Send + Sync> {
        let world = Arc::clone(&self.world);
        let doubled = world.is_planted(Mutation::EventsTwice);
        let deaf = world.is_planted(Mutation::EventsLost);
        let hear = move |event: &RunEvent| match event {
            RunEvent::Task { event: TaskEvent::Accepted { paragraph, text }, .. } => {
                world.told_accepted(text);
                world.facts(|facts| {
                    facts.accepted_now.insert(*paragraph);
                    facts.accepted.push((*paragraph, text.clone()));
                });
            }
            RunEvent::Task { event: TaskEvent::Suggested { paragraph }, .. } => {
                world.facts(|facts| facts.suggested.insert(*paragraph));
            }
            RunEvent::Started { run, .. } => {
                world.facts(|facts| facts.begin_run(*run));
                world.begins_work(&name);
                world.note(event_name(event));
            }
            RunEvent::Ended(_) => world.facts(|facts| facts.n_ended_events += 1),
            RunEvent::Task { event: TaskEvent::Asked { .. }, .. } => world.doing(Doing::Asking),
            RunEvent::Task { event: TaskEvent::Replied { .. }, .. } => world.doing(Doing::Replied),
            other => world.note(event_name(other)),
        };
        Arc::new(move |event| {
            if !deaf {
                hear(&event);
            }
            if doubled {
                hear(&event);
            }
        })
    }
}

/// A model that is connected to the simulated service.
pub(crate) fn model(world: &Arc<World>, budget: &Arc<Budget>, is_calm: bool) -> Result<RunModel, RunError> {
    let scenario = &world.scenario;
    let mut resolved = resolved(scenario.dialect);
    resolved.vendor.streaming = scenario.streaming || is_calm;
    let config = client(world, budget)?;
    let model = connect(&resolved, Vec::new(), &config).map_err(|_| RunError::NoModel)?;
    let model = RunModel::new(model, resolved.facts.price, None, Some(4_000));
    Ok(model.delivering(ModelDelivery::auto(Delivery::Tools, true)))
}

/// The same, asked in batches.
fn model_in_batches(world: &Arc<World>, budget: &Arc<Budget>) -> Result<RunModel, RunError> {
    // There are services that have none.
    let dialect = match world.scenario.dialect {
        Dialect::Ollama => Dialect::OpenaiChat,
        dialect => dialect,
    };
    let resolved = resolved(dialect);
    let config = client(world, budget)?;
    let (model, queue) = connect_in_batches(&resolved, Vec::new(), &config).map_err(|_| RunError::NoModel)?;
    let model = RunModel::new(model, resolved.facts.price.map(Price::in_batch), None, Some(4_000));
    Ok(model.delivering(ModelDelivery::auto(Delivery::Tools, true)).in_batches(queue))
}

fn resolved(dialect: Dialect) -> ResolvedModel {
    let mut resolved = ResolvedModel::anywhere(base_url(dialect), dialect, "simulated");
    resolved.facts.price = Some(Price { input: PRICE.0, output: PRICE.1, ..Price::default() });
    resolved
}

fn client(world: &Arc<World>, budget: &Arc<Budget>) -> Result<ClientConfig, RunError> {
    let most = u32::try_from(world.scenario.concurrency).unwrap_or(1);
    let http = Http::new(Gate::anywhere(), HttpConfig::default()).map_err(|_| RunError::NoModel)?;
    Ok(ClientConfig {
        http: http.carried_by(Arc::new(SimulatedService(Arc::clone(world)))),
        limits: Limits {
            requests_per_minute: None,
            tokens_per_minute: None,
            start_concurrency: most,
            max_concurrency: most,
        },
        budget: Arc::clone(budget),
        retry: RetryPolicy { seed: world.scenario.seed, ..RetryPolicy::default() },
        learner: Arc::default(),
    })
}

fn name_of(number: u32) -> String {
    format!("process {number}")
}

/// The name of the process that sees the same file.
pub(crate) fn name_beside(number: u32) -> String {
    format!("process {number} beside")
}

/// What kind of event it is.
const fn event_name(event: &RunEvent) -> &'static str {
    match event {
        RunEvent::Reused { .. } => "event: reused",
        RunEvent::Mended { .. } => "event: repaired",
        RunEvent::Started { .. } => "event: started",
        RunEvent::ChunkStarted { .. } => "event: chunk",
        RunEvent::DeliveryChanged { .. } => "event: other form",
        RunEvent::Policy { remedy, .. } => remedy.as_str(),
        RunEvent::Batch(_) | RunEvent::Task { .. } | RunEvent::Ended(_) => "event",
    }
}
