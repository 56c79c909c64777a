//! Standard input and output: the other program started this one, and whatever it may do it could do anyway.

use crate::door::Door;
use messages::{Explain, Message};
use rmcp::service::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};

/// A longer line is dropped: no call needs as much.
const MAX_LINE_BYTES: usize = 4 * 1024 * 1024;

/// Why the connection ended other than by the other program leaving.
#[derive(Debug)]
pub enum StdioError {
    /// The other side does not speak the protocol.
    Beginning(String),
    /// The connection broke.
    Broken(tokio::task::JoinError),
}

impl Explain for StdioError {
    fn message(&self) -> Message {
        match self {
            Self::Beginning(detail) => Message::new("mcp_not_begun").with("detail", detail),
            Self::Broken(error) => Message::new("mcp_broken").with("detail", error),
        }
    }
}

messages::shown_as_message!(StdioError);

/// Serves the protocol until the other program leaves.
pub async fn serve(door: Door) -> Result<(), StdioError> {
    let (input, output) = rmcp::transport::stdio();
    serve_over(door, input, output).await
}

/// The same over any two streams of lines.
pub async fn serve_over(
    door: Door,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), StdioError> {
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(MAX_LINE_BYTES);
    let beginning = Box::pin(door.serve(transport)).await;
    let running = beginning.map_err(|error| StdioError::Beginning(error.to_string()))?;
    running.waiting().await.map_err(StdioError::Broken)?;
    Ok(())
}
