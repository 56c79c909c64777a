//! Counts for the whole run what the replies of one task brought, and says when a model is not worth another request.

use super::ToolCallLoopConfig;
use crate::machine::{Machine, MachineStep, ModelHabit, TaskOutcome};
use crate::model_delivery::ModelDelivery;
use book::work::failure::TaskFailure;
use book::work::outcome::LedgerState;
use llm::Delivery;

/// What the run knows of a task's replies so far.
pub(super) struct TaskTrial<'a> {
    delivery: &'a ModelDelivery,
    form: Delivery,
    n_barren: u32,
    n_replies: u32,
    n_settled: usize,
}

impl<'a> TaskTrial<'a> {
    pub(super) fn new(machine: &Machine, config: &ToolCallLoopConfig<'a>) -> Self {
        Self {
            delivery: config.context.delivery,
            form: machine.delivery(),
            n_barren: machine.spent().barren_replies,
            n_replies: machine.spent().replies,
            n_settled: n_settled(machine),
        }
    }

    /// Tells the run what is new.
    pub(super) fn note(&mut self, machine: &Machine) {
        let n_barren = machine.spent().barren_replies;
        if n_barren > self.n_barren {
            self.delivery.note_barren(self.form, n_barren - self.n_barren);
            self.n_barren = n_barren;
        }
        let n_settled = n_settled(machine);
        if n_settled > self.n_settled {
            self.delivery.note_progress(self.form);
            self.delivery.note_habit(machine.habit());
            self.n_settled = n_settled;
        }
    }

    /// What other tasks have seen of the model, where this one has not come so far.
    pub(super) fn news_for(&self, machine: &Machine) -> Option<ModelHabit> {
        if !machine.is_open_to_habit() {
            return None;
        }
        let habit = self.delivery.habit();
        habit.n_at_once.is_some().then_some(habit)
    }

    /// The task is over: where nothing came of it, all its replies were for nothing.
    pub(super) fn end(&self, machine: &Machine) {
        // A refusal is about the text, and says nothing of what the model can do.
        let is_refused = matches!(
            machine.next_step(),
            MachineStep::Done(TaskOutcome::Failed { failure: TaskFailure::Refused })
        );
        if n_settled(machine) == 0 && !is_refused {
            let n_replies = machine.spent().replies.saturating_sub(self.n_replies);
            let n_other = n_replies.saturating_sub(machine.spent().barren_replies);
            self.delivery.note_barren(self.form, n_other);
        }
    }

    /// Why no further request is sent, where the model has had enough of them.
    pub(super) fn is_over(&self) -> Option<TaskFailure> {
        let requests = self.delivery.is_hopeless(self.form)?;
        Some(match (self.form, self.delivery.simpler(self.form)) {
            (_, None) => TaskFailure::Incapable { requests },
            (Delivery::Tools, Some(_)) => TaskFailure::NoToolCalls,
            (Delivery::Structured | Delivery::Lines, Some(_)) => TaskFailure::Malformed,
        })
    }
}

fn n_settled(machine: &Machine) -> usize {
    let ledger = &machine.task_state().ledger;
    ledger.count(LedgerState::Accepted) + ledger.count(LedgerState::Kept)
}
