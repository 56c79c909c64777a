//! What can be typed to open the page.

use clap::Args as ClapArgs;
use server::serve::PublicUrl;
use std::net::IpAddr;

/// Open the page: everything the command line can do, in a browser.
///
/// Open the link it prints: it carries a token, which the browser then keeps in a cookie, so that no other program or
/// user of this machine can use your library. The token is made once and kept with your settings. The page is answered
/// on this machine only; with `--bind` it can be reached from others. Ctrl-C stops it; runs come to rest and can be resumed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi serve
  tsumugi serve --port 8080 --open
  tsumugi serve --new-token           earlier links no longer work
  tsumugi serve --team --public-url https://books.example.org
  tsumugi serve --public-url https://books.example.org --trusted-proxy 127.0.0.1")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub(crate) port: u16,
    /// Do not ask before making the library that `--library` names.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// The address to listen at.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The token every request must carry, instead of the one that is kept. In a variable it is not seen by others on
    /// this machine.
    #[arg(long, value_name = "TOKEN", env = "TSUMUGI_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Make a new token in place of the one that is kept.
    #[arg(long, conflicts_with_all = ["token", "no_token"])]
    pub(crate) new_token: bool,
    /// Ask for no token: every program and user of this machine can use the library. Only on this machine.
    #[arg(long, conflicts_with = "token")]
    pub(crate) no_token: bool,
    /// Several people with accounts of their own instead of one token: the first start prints a link that makes its opener
    /// the owner, who invites the others.
    #[arg(long, conflicts_with_all = ["token", "new_token", "no_token", "open"])]
    pub(crate) team: bool,
    /// A proxy in front, an address or a network, that is believed when it says for whom it asks. Can be given several
    /// times.
    #[arg(long, value_name = "IP|CIDR", value_parser = server::serve::trusted_proxy)]
    pub(crate) trusted_proxy: Vec<ipnet::IpNet>,
    /// The address the page is known under outside, where a proxy in front rewrites the host.
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// The largest file that can be uploaded, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(crate) max_upload: u64,
    /// So many seconds replies of models in flight are waited for when the server is asked to stop.
    #[arg(long, value_name = "SECS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub(crate) drain: u64,
    /// Put runs into the queue of the library, for `tsumugi worker` processes to execute, instead of executing them here.
    /// Only for a library in PostgreSQL.
    #[arg(long)]
    pub(crate) workers: bool,
    /// Open it in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}
