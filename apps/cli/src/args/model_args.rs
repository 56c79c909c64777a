//! What can be typed about the model to work with, wherever one is wanted.

use clap::Args as ClapArgs;

/// Which model, and what it may cost.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ModelArgs {
    /// The model: `service/model`, a model you added, `rehearsal`, `command:PROGRAM ARGS`, or `replay:FILE`.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Any endpoint, without configuration; the key comes from `TSUMUGI_API_KEY`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks: openai, openai-responses, anthropic, gemini or ollama.
    #[arg(long, value_name = "DIALECT", requires = "base_url", value_parser = super::model::dialect)]
    pub(crate) dialect: Option<llm::Dialect>,
    /// The model's price in US dollars per million tokens, input and output, where it is not known: `0.3,1.2`.
    #[arg(long, value_name = "INPUT,OUTPUT", value_parser = super::model::price)]
    pub(crate) price: Option<llm::Price>,
    /// Stop before spending more than this many US dollars.
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost: Option<f64>,
    /// Stop before using more than this many tokens, read and written together.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,
    /// Record every request and reply in this file, without keys; `tsumugi replay FILE` shows it again.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<std::path::PathBuf>,
}
