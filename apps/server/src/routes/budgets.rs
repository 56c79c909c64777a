//! `/budgets`: what may be spent in a month, and who spent what.

use crate::allowed::Allowed;
use crate::api::budget::{BudgetQuery, BudgetRequest, BudgetScope, Budgets, MonthlyBudget, SpendingRow};
use crate::extract::{ApiQuery, Body, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use messages::Message;
use store::budget::{BudgetOf, first_month, month_of};

/// The most months that are shown.
const MOST_MONTHS: u32 = 120;

/// Where every budget stands this month, and who spent what.
#[utoipa::path(get, path = "/api/v1/budgets", tag = "cost", operation_id = "listBudgets",
    params(BudgetQuery), responses((status = 200, body = Budgets), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    ApiQuery(query): ApiQuery<BudgetQuery>,
) -> Result<Json<Budgets>, Problem> {
    let library = app.library();
    let now_ms = library.clock_ms(app.now_ms()).await?;
    let n_months = query.months.unwrap_or(1).clamp(1, MOST_MONTHS);
    let budgets = library.budgets(now_ms).await?;
    let spending = library.spending(first_month(month_of(now_ms), n_months)).await?;
    Ok(Json(Budgets {
        budgets: budgets.iter().map(MonthlyBudget::from).collect(),
        spending: spending.iter().map(SpendingRow::from).collect(),
    }))
}

/// Set or take away the budget of the library, of a person or of a book.
#[utoipa::path(put, path = "/api/v1/budgets", tag = "cost", operation_id = "setBudget",
    request_body = BudgetRequest, responses((status = 204), Problem))]
pub(super) async fn set(
    allowed: Allowed<acts::Configure>,
    State(app): SharedState,
    Body(request): Body<BudgetRequest>,
) -> Result<StatusCode, Problem> {
    let of = match (request.of, &request.person, &request.book) {
        (BudgetScope::Library, None, None) => BudgetOf::Library,
        (BudgetScope::Person, Some(person), None) => BudgetOf::Person(person.parse()?),
        (BudgetScope::Book, None, Some(book)) => BudgetOf::Book(book_id(book)?),
        (BudgetScope::Library | BudgetScope::Person | BudgetScope::Book, _, _) => {
            return Err(Problem::wrong("of", Message::new("budget_of_one")));
        }
    };
    if request.limit_micros.is_some_and(|limit| limit < 0) {
        return Err(Problem::wrong("limit_micros", Message::new("budget_below_nothing")));
    }
    let now_ms = app.library().clock_ms(app.now_ms()).await?;
    allowed.store().set_budget(of, request.limit_micros, now_ms).await?;
    Ok(StatusCode::NO_CONTENT)
}
