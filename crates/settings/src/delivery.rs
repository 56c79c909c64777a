//! How a model hands over its work, and how that is known: it was set, its own prompt says so, or it was learnt.

use llm::{Delivery, DeliveryChoice, LearnedFacts, Learner, Quirk, ResolvedModel};
use runner::run::{ModelDelivery, ModelPrompt};
use std::sync::Arc;

/// The form a run with a model begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedDelivery {
    pub form: Delivery,
    /// How it is known.
    pub from: DeliverySource,
    /// Why, where it was learnt.
    pub why: Option<String>,
    /// The prompt the model has of its own.
    pub prompt: Option<String>,
}

/// How a form is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliverySource {
    /// Nothing is known yet: tools first, and another form where they do not work.
    Usual,
    /// The person set it.
    Setting,
    /// The model has a prompt of its own, which is for lines.
    Prompt,
    /// It was learnt by a test or in a run.
    Learned,
}

impl DeliverySource {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Usual => "default",
            Self::Setting => "setting",
            Self::Prompt => "prompt",
            Self::Learned => "learned",
        }
    }
}

/// What is known about a model's form.
pub(crate) fn info(
    resolved: &ResolvedModel,
    learned: &LearnedFacts,
    prompts: &[ModelPrompt],
) -> ResolvedDelivery {
    let chosen = resolved.settings().delivery.and_then(DeliveryChoice::form);
    let prompt = prompt(resolved, prompts).filter(|_| chosen.is_none_or(|form| form == Delivery::Lines));
    let (form, from) = match (chosen, prompt, learned.delivery) {
        (Some(form), ..) => (form, DeliverySource::Setting),
        (None, Some(_), _) => (Delivery::Lines, DeliverySource::Prompt),
        (None, None, Some(form)) => (form, DeliverySource::Learned),
        (None, None, None) => (Delivery::Tools, DeliverySource::Usual),
    };
    ResolvedDelivery {
        form,
        from,
        why: learned.delivery_why.clone().filter(|_| from == DeliverySource::Learned),
        prompt: prompt.map(|prompt| prompt.name.clone()),
    }
}

/// How a run is to have it delivered: always as set, or else as known until it does not work.
pub(crate) fn model_delivery(
    resolved: &ResolvedModel,
    learner: &Arc<Learner>,
    prompts: &[ModelPrompt],
) -> ModelDelivery {
    let learned = learner.facts();
    let dialect = learned.dialect.unwrap_or_else(|| resolved.endpoint(None).dialect);
    let constrains = dialect.constrains_answers() && !learned.quirks.has(Quirk::NoResponseSchema);
    let known = info(resolved, &learned, prompts);
    if let Some(prompt) = prompt(resolved, prompts).filter(|_| known.prompt.is_some()) {
        return ModelDelivery::prompted(Arc::new(prompt.clone()));
    }
    let delivery = match known.from {
        DeliverySource::Setting => ModelDelivery::fixed(known.form),
        DeliverySource::Usual | DeliverySource::Prompt | DeliverySource::Learned => {
            let learner = Arc::clone(learner);
            let keep = move |form, why: &str| learner.learn_delivery(form, why);
            ModelDelivery::auto(known.form, constrains).telling(Box::new(keep))
        }
    };
    let learner = Arc::clone(learner);
    delivery.reading(learned.reads, Box::new(move |permille| learner.learn_reading(permille)))
}

fn prompt<'a>(resolved: &ResolvedModel, prompts: &'a [ModelPrompt]) -> Option<&'a ModelPrompt> {
    prompts.iter().find(|prompt| prompt.fits(&resolved.model))
}
