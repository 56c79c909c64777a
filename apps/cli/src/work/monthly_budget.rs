//! What a person is told when a run met a monthly budget.

use crate::output::dollars;
use book::id::RunId;
use messages::Message;
use store::budget::{BudgetOf, BudgetRefusal, BudgetState};
use store::error::StoreError;
use store::library::Library;

/// What a run that met a monthly budget ends with: which one, where it stands and what to do.
pub(crate) async fn met(
    refusal: &BudgetRefusal,
    run: RunId,
    library: &Library,
) -> Result<Message, StoreError> {
    let BudgetState { of, limit_micros, spent_micros, held_micros } = refusal.budget;
    let name = match of {
        BudgetOf::Library => String::new(),
        BudgetOf::Person(person) => {
            let people = library.people().await?;
            people.into_iter().find(|one| one.id == person).map(|one| one.login).unwrap_or_default()
        }
        BudgetOf::Book(book) => book.to_string(),
    };
    Ok(Message::new("stopped_at_monthly_budget")
        .with("of", of.kind())
        .with("name", name)
        .with("spent", dollars(spent_micros))
        .with("limit", dollars(limit_micros))
        .with("held", dollars(held_micros))
        .with("more", twice(limit_micros))
        .with("run", run))
}

/// Twice a limit, in dollars and whole cents.
fn twice(limit_micros: i64) -> String {
    let cents = (limit_micros.saturating_mul(2) / 10_000).max(100);
    format!("{}.{:02}", cents / 100, cents % 100)
}
