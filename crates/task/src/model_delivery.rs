//! How one model delivers in a run: the form in use, what it has brought in each, and how much is asked at once. Shared by
//! all workers of the run.

use crate::delivery::RequestSize;
use crate::machine::ModelHabit;
use crate::model_prompts::ModelPrompt;
use book::language::LanguageTag;
use book::text::version::TaskKind;
use llm::Delivery;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Tokens the first reply of a model may think in.
const FIRST_ROOM_TO_THINK: u32 = 8192;
/// After this many requests without a result, the model counts as incapable of the work.
pub const MAX_BARREN: u32 = 24;
/// Where another form is left to try, a third of them decides.
const MAX_BARREN_IN_FORM: u32 = MAX_BARREN / 3;
/// After this many tasks in a row without a result, a form that has worked before is given up too.
const MAX_FAILED_TASKS: u32 = 3;

/// Told when a form worked that the run did not begin with, and why it was tried.
pub type OnProven = Box<dyn Fn(Delivery, &str) + Send + Sync>;

/// Told how much it read in a run, in thousandths of the least its work takes.
pub type OnRead = Box<dyn Fn(u32) + Send + Sync>;

/// How one model delivers.
pub struct ModelDelivery {
    first: Delivery,
    is_fixed: bool,
    /// Whether its service can hold an answer to a schema; without that, the structured form is passed over.
    constrains: bool,
    /// The prompt the model was trained with, if it was.
    prompt: Option<Arc<ModelPrompt>>,
    on_proven: Option<OnProven>,
    /// What it read in earlier runs by tools, in thousandths of the least their work takes.
    reads: Option<u32>,
    on_read: Option<OnRead>,
    state: Mutex<State>,
}

struct State {
    current: Delivery,
    size: RequestSize,
    /// How it goes about its tasks where it works by tools.
    habit: ModelHabit,
    trials: [Trial; 3],
    /// The most tokens one of its replies had of thinking, once there was one.
    thought: Option<u32>,
    /// Why the form in use was tried.
    why: String,
}

/// What a model has brought in one form.
#[derive(Debug, Clone, Copy, Default)]
struct Trial {
    n_barren: u32,
    n_failed_tasks: u32,
    is_proven: bool,
}

impl fmt::Debug for ModelDelivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelDelivery").field("form", &self.form()).finish_non_exhaustive()
    }
}

impl ModelDelivery {
    /// Always this form.
    pub fn fixed(form: Delivery) -> Self {
        Self::new(form, true, true)
    }

    /// This form first; another one where it does not work.
    pub fn auto(first: Delivery, constrains: bool) -> Self {
        Self::new(first, false, constrains)
    }

    fn new(first: Delivery, is_fixed: bool, constrains: bool) -> Self {
        let state = State {
            current: first,
            size: RequestSize::default(),
            habit: ModelHabit::default(),
            trials: [Trial::default(); 3],
            thought: None,
            why: String::new(),
        };
        Self {
            first,
            is_fixed,
            constrains,
            prompt: None,
            on_proven: None,
            reads: None,
            on_read: None,
            state: Mutex::new(state),
        }
    }

    /// Numbered lines in the words the model was trained with.
    pub fn prompted(prompt: Arc<ModelPrompt>) -> Self {
        Self { prompt: Some(prompt), ..Self::fixed(Delivery::Lines) }
    }

    /// The same, always in this form. A prompt of the model's own is for lines.
    #[must_use]
    pub fn fixed_to(self, form: Delivery) -> Self {
        let prompt = self.prompt.filter(|_| form == Delivery::Lines);
        Self { prompt, reads: self.reads, on_read: self.on_read, ..Self::fixed(form) }
    }

    /// The prompt for a kind of task and a pair of languages, where the model has one of its own.
    pub fn prompt(
        &self,
        kind: TaskKind,
        source: Option<&LanguageTag>,
        target: &LanguageTag,
    ) -> Option<Arc<ModelPrompt>> {
        let is_for =
            |prompt: &&Arc<ModelPrompt>| kind == TaskKind::Translation && prompt.is_for(source, target);
        self.prompt.as_ref().filter(is_for).map(Arc::clone)
    }

    /// The prompt the model has of its own, if it has one, whatever the languages.
    pub const fn own_prompt(&self) -> Option<&Arc<ModelPrompt>> {
        self.prompt.as_ref()
    }

    /// Whether several chunks may share a request.
    pub fn shares_requests(&self) -> bool {
        self.prompt.is_none() && self.form() != Delivery::Tools
    }

    /// Tells when a form worked that was not the first.
    #[must_use]
    pub fn telling(mut self, on_proven: OnProven) -> Self {
        self.on_proven = Some(on_proven);
        self
    }

    /// The same with what it read in earlier runs. Tells what it reads in this one.
    #[must_use]
    pub fn reading(self, reads: Option<u32>, on_read: OnRead) -> Self {
        Self { reads, on_read: Some(on_read), ..self }
    }

    /// What it read in earlier runs by tools, in thousandths of the least their work takes.
    pub const fn reads(&self) -> Option<u32> {
        self.reads
    }

    /// Keeps what it read in a run, where it worked by tools from beginning to end.
    pub fn note_reading(&self, permille: u32) {
        let is_by_tools = self.first == Delivery::Tools && self.form() == Delivery::Tools;
        if let Some(on_read) = self.on_read.as_ref().filter(|_| is_by_tools) {
            on_read(permille);
        }
    }

    /// Keeps a form that was shown to work, where it is not the one it would begin with.
    pub fn keep(&self, form: Delivery, why: &str) {
        if let Some(on_proven) = self.on_proven.as_ref().filter(|_| form != self.first) {
            on_proven(form, why);
        }
    }

    /// Whether an answer can be held to a schema.
    pub const fn constrains(&self) -> bool {
        self.constrains
    }

    /// The form in use.
    pub fn form(&self) -> Delivery {
        self.with(|state| state.current)
    }

    /// How much a request asks for by now.
    pub fn size(&self) -> RequestSize {
        self.with(|state| state.size)
    }

    /// Keeps how much a request asked for at the end of a task.
    pub fn keep_size(&self, size: RequestSize) {
        self.with(|state| state.size = size);
    }

    /// How it works by tools, from what the tasks of the run have seen up to now.
    pub fn habit(&self) -> ModelHabit {
        self.with(|state| state.habit.clone())
    }

    /// Adds what a task has seen of that, for tasks that begin and for those under way.
    pub fn note_habit(&self, seen: ModelHabit) {
        self.with(|state| state.habit.add(seen));
    }

    /// Notes how many tokens of a reply were thinking.
    pub(crate) fn note_thinking(&self, thought: u32) {
        self.with(|state| state.thought = state.thought.max(Some(thought)));
    }

    /// Tokens the next reply may think in: twice as many as any did, none for a model that writes nothing but its answer.
    pub(crate) fn room_to_think(&self) -> u32 {
        self.with(|state| state.thought.map_or(FIRST_ROOM_TO_THINK, |most| most.saturating_mul(2)))
    }

    /// The form to try where this one does not work.
    pub fn simpler(&self, form: Delivery) -> Option<Delivery> {
        let next = form.simpler().filter(|_| !self.is_fixed)?;
        if next == Delivery::Structured && !self.constrains { next.simpler() } else { Some(next) }
    }

    /// Something was accepted in this form.
    pub fn note_progress(&self, form: Delivery) {
        let (is_news, why) = self.with(|state| {
            let trial = state.trial(form);
            trial.n_failed_tasks = 0;
            (!std::mem::replace(&mut trial.is_proven, true), state.why.clone())
        });
        if is_news {
            self.keep(form, &why);
        }
    }

    /// Notes that `n_replies` replies in this form brought nothing.
    pub fn note_barren(&self, form: Delivery, n_replies: u32) {
        self.with(|state| state.trial(form).n_barren += n_replies);
    }

    /// How many requests the model has had for nothing, where they are enough to give this form up.
    pub fn is_hopeless(&self, form: Delivery) -> Option<u32> {
        let most = if self.simpler(form).is_some() { MAX_BARREN_IN_FORM } else { MAX_BARREN };
        self.with(|state| {
            let n_all = state.trials.iter().map(|trial| trial.n_barren).sum();
            let trial = *state.trial(form);
            let n_counted = if self.simpler(form).is_some() { trial.n_barren } else { n_all };
            let has_nothing = state.trials.iter().all(|trial| !trial.is_proven);
            (!trial.is_proven && has_nothing && n_counted >= most).then_some(n_all)
        })
    }

    /// A task in this form has failed without anything to show for. Gives the form to try instead, and whether the change
    /// is news.
    pub fn after_failure(&self, form: Delivery, why: &str) -> Option<(Delivery, bool)> {
        let next = self.simpler(form)?;
        self.with(|state| {
            let trial = state.trial(form);
            trial.n_failed_tasks += 1;
            let gives_up = !trial.is_proven || trial.n_failed_tasks >= MAX_FAILED_TASKS;
            if state.current != form {
                return Some((state.current, false));
            }
            if gives_up {
                state.current = next;
                state.why = format!("`{form}` failed: {why}");
            }
            gives_up.then_some((next, true))
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn trial(&mut self, form: Delivery) -> &mut Trial {
        let [tools, structured, lines] = &mut self.trials;
        match form {
            Delivery::Tools => tools,
            Delivery::Structured => structured,
            Delivery::Lines => lines,
        }
    }
}
