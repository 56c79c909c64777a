//! Reminds members of due days, as long as the server of a team runs.

use crate::state::AppState;
use operations::timestamp::format_utc;
use std::sync::Arc;
use std::time::Duration;
use store::error::StoreError;

const LOOKED_AT_EVERY: Duration = Duration::from_mins(1);
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Tells members of chapters that are wanted by tomorrow at the latest, until it is aborted. Days are those of UTC.
pub(crate) async fn remind(app: Arc<AppState>) {
    while app.team.is_some() {
        if let Err(error) = look(&app).await {
            tracing::warn!(%error, "due days could not be looked at");
        }
        tokio::time::sleep(LOOKED_AT_EVERY).await;
    }
}

async fn look(app: &AppState) -> Result<(), StoreError> {
    let now_ms = app.library().clock_ms(app.now_ms()).await?;
    let tomorrow = format_utc(now_ms.saturating_add(DAY_MS));
    let day = tomorrow.split(' ').next().unwrap_or_default();
    let reminded = app.process_store().remind_of_due(day, now_ms).await?;
    app.notify(&reminded);
    Ok(())
}
