//! What the world looks at while a process is at work: after every commit, before every step, at every event.

use crate::after_commit::Watch;
use crate::planted::Mutation;
use crate::world::World;
use std::sync::{MutexGuard, PoisonError};

impl World {
    pub(crate) fn watch(&self) -> MutexGuard<'_, Option<Watch>> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the library once after every commit.
    pub(crate) fn look_after_commit(&self) {
        if !std::mem::take(&mut self.lock().has_committed) {
            return;
        }
        let (has_undone, by_person, at_most) = self.facts(|facts| {
            let by_person: Vec<String> = facts.by_person.values().cloned().collect();
            (facts.has_undone, by_person, facts.at_most)
        });
        let mut watch = self.watch();
        let Some(watch) = watch.as_mut() else { return };
        let looked = watch.broken(has_undone).and_then(|mut broken| {
            for text in &by_person {
                if !watch.shows_as_persons(text)? {
                    broken.push("a person's words are replaced".to_owned());
                }
            }
            if !watch.used()?.is_within(at_most) {
                broken.push("the library knows of more than the service bills".to_owned());
            }
            Ok(broken)
        });
        match looked {
            Ok(broken) => broken.into_iter().for_each(|rule| self.violation(rule)),
            Err(error) => self.violation(format!("the library cannot be looked at: {error:#}")),
        }
    }

    pub(crate) fn is_planted(&self, mutation: Mutation) -> bool {
        let is_planted = self.plant.is_some_and(|plant| plant.is(mutation));
        if is_planted {
            self.lock().n_planted += 1;
        }
        is_planted
    }

    /// A step is about to be written by this process: it holds the book, and its claim has not run out unless it could not
    /// be renewed.
    pub(crate) fn step_by(&self, name: &str) {
        let claim = self.watch().as_mut().and_then(|watch| watch.claim().transpose());
        let is_sure = self.facts(|facts| facts.is_claim_sure);
        match claim {
            Some(Ok((holder, until_ms))) if holder == name => {
                if is_sure && until_ms <= self.now_ms() {
                    self.violation("a step is written under a claim that has run out");
                }
            }
            Some(Err(error)) => self.violation(format!("the claim cannot be looked at: {error:#}")),
            _ => self.violation("a step is written by a process that does not hold the book"),
        }
    }

    /// A run begins to work: no other may be at work on the book unless the claim could not be kept.
    pub(crate) fn begins_work(&self, name: &str) {
        let is_second = self.facts(|facts| {
            let is_second = facts.is_claim_sure && facts.at_work.iter().any(|other| other != name);
            facts.at_work.push(name.to_owned());
            is_second
        });
        if is_second {
            self.violation("two processes are at work on one book");
        }
    }

    pub(crate) fn ends_work(&self, name: &str) {
        self.facts(|facts| facts.at_work.retain(|other| other != name));
    }

    /// What is told to be accepted is kept by then.
    pub(crate) fn told_accepted(&self, text: &str) {
        let is_kept = self.watch().as_mut().is_none_or(|watch| watch.keeps(text).unwrap_or(false));
        if !is_kept {
            self.violation("a paragraph is told as accepted before it is kept");
        }
    }
}
