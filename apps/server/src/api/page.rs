//! Long lists come in pages: so many items, and where to go on.

use crate::problem::Problem;
use messages::Message;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How many items a page has when nothing is said.
const USUAL: u32 = 100;
/// The most items a page has.
const MOST: u32 = 1_000;

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page<T> {
    /// The items, in the list's order.
    pub(crate) items: Vec<T>,
    /// Give this as `cursor` for the next page; null when there is none.
    pub(crate) next: Option<String>,
}

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub(crate) limit: Option<u32>,
    /// `next` of the page before.
    pub(crate) cursor: Option<String>,
}

impl PageQuery {
    /// How many items the page is to have.
    pub(crate) fn limit(&self) -> Result<u32, Problem> {
        let limit = self.limit.unwrap_or(USUAL);
        if (1..=MOST).contains(&limit) {
            return Ok(limit);
        }
        Err(Problem::wrong("limit", Message::new("page_limit").count("n", limit)))
    }

    /// The number behind the cursor; zero for the first page.
    pub(crate) fn after(&self) -> Result<u32, Problem> {
        let Some(cursor) = &self.cursor else { return Ok(0) };
        let wrong = || Problem::wrong("cursor", Message::new("not_a_cursor").with("cursor", cursor));
        cursor.parse().map_err(|_| wrong())
    }

    /// A page out of a list that is at hand.
    pub(crate) fn cut<T>(&self, all: Vec<T>) -> Result<Page<T>, Problem> {
        let (after, limit) = (self.after()?, self.limit()?);
        let n_all = u32::try_from(all.len()).unwrap_or(u32::MAX);
        let items = all.into_iter().skip(to_usize(after)).take(to_usize(limit)).collect();
        let end = after.saturating_add(limit);
        Ok(Page { items, next: (end < n_all).then(|| end.to_string()) })
    }
}

fn to_usize(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
