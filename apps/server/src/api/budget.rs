//! Monthly budgets and who spent what, as they travel.

use super::people::Person;
use serde::{Deserialize, Serialize};
use store::budget::{BudgetOf, BudgetState, SpendingRecord};
use utoipa::{IntoParams, ToSchema};

/// How much is shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct BudgetQuery {
    /// How many months of spending, this one included; one if left out, 120 at most.
    pub(crate) months: Option<u32>,
}

/// Where the budgets stand, and who spent what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Budgets {
    /// Every budget, the library's first.
    pub(crate) budgets: Vec<MonthlyBudget>,
    /// What was spent, one row for each month, book and person, the newest month first.
    pub(crate) spending: Vec<SpendingRow>,
}

/// Whose budget it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BudgetScope {
    /// The whole library.
    Library,
    /// One person.
    Person,
    /// One book.
    Book,
}

/// A budget, and where it stands this month. Money is in millionths of a dollar.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MonthlyBudget {
    pub(crate) of: BudgetScope,
    /// The person, where it is one's.
    pub(crate) person: Option<String>,
    /// The book, where it is one's.
    pub(crate) book: Option<String>,
    /// What may be spent in a month.
    pub(crate) limit_micros: i64,
    /// What is spent this month.
    pub(crate) spent_micros: i64,
    /// What runs at work have set aside beyond that.
    pub(crate) held_micros: i64,
}

impl From<&BudgetState> for MonthlyBudget {
    fn from(state: &BudgetState) -> Self {
        let (of, person, book) = match state.of {
            BudgetOf::Library => (BudgetScope::Library, None, None),
            BudgetOf::Person(person) => (BudgetScope::Person, Some(person.to_string()), None),
            BudgetOf::Book(book) => (BudgetScope::Book, None, Some(book.to_string())),
        };
        Self {
            of,
            person,
            book,
            limit_micros: state.limit_micros,
            spent_micros: state.spent_micros,
            held_micros: state.held_micros,
        }
    }
}

/// What was spent in a month on a book for a person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpendingRow {
    /// `2026-11`, in UTC.
    pub(crate) month: String,
    /// Null for a book that was removed.
    pub(crate) book: Option<String>,
    /// The title of the book.
    pub(crate) title: Option<String>,
    /// Null where nobody was logged in.
    pub(crate) person: Option<Person>,
    /// Millionths of a dollar.
    pub(crate) micros: i64,
}

impl From<&SpendingRecord> for SpendingRow {
    fn from(row: &SpendingRecord) -> Self {
        let (book, title) = row.book.clone().unzip();
        Self {
            month: format!("{}-{:02}", row.month / 100, row.month % 100),
            book: book.map(|book| book.to_string()),
            title,
            person: row.person.as_ref().map(Person::from),
            micros: row.micros,
        }
    }
}

/// A budget to set or to take away.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BudgetRequest {
    pub(crate) of: BudgetScope,
    /// The person, for the budget of one.
    pub(crate) person: Option<String>,
    /// The book, for the budget of one.
    pub(crate) book: Option<String>,
    /// Millionths of a dollar a month; null takes the budget away.
    #[schema(minimum = 0)]
    pub(crate) limit_micros: Option<i64>,
}
