//! `tsumugi mcp`: the tools for other programs, until they leave.

use crate::args::mcp::McpArgs;
use crate::config;
use crate::exit::Exit;
use server::mcp::{Door, over_stdio};
use std::sync::Arc;
use store::store::Store;

pub(crate) async fn run(args: &McpArgs, store: &Store) -> anyhow::Result<Exit> {
    let book = match &args.book {
        Some(text) => Some(store.library().find_book(text).await?),
        None => None,
    };
    over_stdio(Door { store: store.clone(), book, clock: Arc::new(config::now_ms) }).await?;
    Ok(Exit::Done)
}
