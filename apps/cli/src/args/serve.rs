//! What can be typed to open the page.

use clap::Args as ClapArgs;
use std::net::IpAddr;

/// Open the page: everything the command line can do, in a browser.
///
/// The page is answered on this machine only. With `--bind` it can be reached from others, and then every request
/// needs a token: the one given, or one that is made and printed. Ctrl-C stops it; runs come to rest and can be resumed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi serve
  tsumugi serve --port 8080 --open
  tsumugi serve --bind 0.0.0.0        prints a token; put TLS in front")]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub(crate) port: u16,
    /// The address to listen at.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The token every request must carry. In a variable it is not seen by others on this machine.
    #[arg(long, value_name = "TOKEN", env = "TSUMUGI_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// The largest file that can be uploaded, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(crate) max_upload: u64,
    /// Open it in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}
