//! The ways a person or the system asks the program to stop.

/// Ctrl-C, and where the system has it, the polite request to end.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    pub(crate) fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(not(unix))]
    pub(crate) fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next one.
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) -> std::io::Result<()> {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        Ok(())
    }

    /// Waits for the next one.
    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) -> std::io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
