//! What can be typed about models.

use clap::{Args as ClapArgs, Subcommand};
use messages::Message;

/// Dollars per million tokens, as `INPUT,OUTPUT`.
pub(crate) fn price(text: &str) -> Result<llm::Price, String> {
    let parsed = text.split_once(',').and_then(|(input, output)| {
        let amount =
            |part: &str| part.trim().parse::<f64>().ok().filter(|usd| usd.is_finite() && *usd >= 0.0);
        Some(llm::Price { input: amount(input)?, output: amount(output)?, ..llm::Price::default() })
    });
    parsed.ok_or_else(|| "a price is two amounts in dollars per million tokens, as in `0.3,1.2`".to_owned())
}

/// List, add and test models.
#[derive(Debug, ClapArgs)]
pub(crate) struct ModelsArgs {
    #[command(subcommand)]
    pub(crate) action: ModelsAction,
}

/// Show what was recorded with `--record`, without a network.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi translate book.epub --to zh --record run.jsonl
  tsumugi replay run.jsonl
  tsumugi translate book.epub --to zh --model replay:run.jsonl")]
pub(crate) struct ReplayArgs {
    /// The recorded file.
    pub(crate) file: std::path::PathBuf,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsAction {
    /// The services and models known, with prices, and which have a key.
    #[command(after_help = "Examples:
  tsumugi models list
  tsumugi models list deepseek --json")]
    List {
        /// Only services and models whose name contains this.
        filter: Option<String>,
    },
    /// Add a model or give a service its key.
    #[command(after_help = "Examples:
  tsumugi models add deepseek/deepseek-flash --default       asks for the key
  tsumugi models add deepseek/deepseek-flash --key-stdin < key.txt
  tsumugi models add mine --base-url http://127.0.0.1:8080/v1 --model llama")]
    Add {
        /// `service/model`, or a name of your own for an endpoint given with `--base-url`.
        name: String,
        /// The endpoint, for a service that is not known.
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// The dialect the endpoint speaks.
        #[arg(long, value_name = "DIALECT", requires = "base_url", value_parser = dialect)]
        dialect: Option<llm::Dialect>,
        /// The model's name at the endpoint, when it differs.
        #[arg(long, requires = "base_url")]
        model: Option<String>,
        /// Use it when no `--model` is named.
        #[arg(long)]
        default: bool,
        /// Read the key from standard input instead of asking.
        #[arg(long)]
        key_stdin: bool,
    },
    /// Remove an endpoint you added, with its settings and its key.
    #[command(after_help = "Examples:
  tsumugi models remove mine
  tsumugi models remove mine/llama")]
    Remove {
        /// The name it was added by, or `service/model` as `models list` shows it.
        name: String,
    },
    /// Set what holds for a service or one of its models, or show what is set.
    #[command(after_help = "Examples:
  tsumugi models set deepseek/deepseek-flash thinking=low
  tsumugi models set ollama timeout=10m first_token_timeout=15m
  tsumugi models set groq requests_per_minute=30 concurrency=2
  tsumugi models set deepseek proxy=        removes it
  tsumugi models set deepseek               shows what holds")]
    Set {
        /// `service/model`, or `service` for all its models.
        name: String,
        /// `KEY=VALUE`; an empty value removes the setting.
        #[arg(value_name = "KEY=VALUE")]
        settings: Vec<String>,
    },
    /// Show what was learnt from refusals, or forget it.
    #[command(after_help = "Examples:
  tsumugi models learned
  tsumugi models learned deepseek/deepseek-flash --forget")]
    Learned {
        /// Only this model, as `service/model`.
        name: Option<String>,
        /// Forget it: the next request tries everything again.
        #[arg(long)]
        forget: bool,
    },
    /// Ask a service which models it offers, with windows and prices where it tells.
    #[command(after_help = "Examples:
  tsumugi models offered openrouter
  tsumugi models offered ollama --json")]
    Offered {
        /// The service.
        service: String,
    },
    /// Take in a newer list of prices.
    #[command(after_help = "Examples:
  tsumugi models update-prices prices.toml")]
    UpdatePrices {
        /// The list.
        file: std::path::PathBuf,
    },
    /// Send one tiny request with a tool, and say what works.
    #[command(after_help = "Examples:
  tsumugi models test
  tsumugi models test deepseek/deepseek-flash
  tsumugi models test llama --base-url http://127.0.0.1:8080/v1")]
    Test {
        /// The model; the default one if left out.
        name: Option<String>,
        /// Any endpoint, without configuration.
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// The dialect that endpoint speaks.
        #[arg(long, value_name = "DIALECT", requires = "base_url", value_parser = dialect)]
        dialect: Option<llm::Dialect>,
    },
}

/// Reads a dialect's name.
pub(crate) fn dialect(text: &str) -> Result<llm::Dialect, Message> {
    let names: Vec<&str> = llm::Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
    let known = llm::Dialect::ALL.iter().find(|dialect| dialect.name() == text);
    known.copied().ok_or_else(|| Message::new("no_such_dialect").with("known", names.join(", ")))
}
