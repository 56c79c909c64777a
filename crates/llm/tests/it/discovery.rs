//! What services tell about their models.

use llm::{Dialect, Gate, Http, HttpConfig, ResolvedModel, described_model, offered_models};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Answers requests for paths that end so with these pages; gives the address.
async fn start(pages: Vec<(&'static str, Value)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            answer(stream, &pages).await;
        }
    });
    format!("http://{address}")
}

async fn answer(stream: TcpStream, pages: &[(&str, Value)]) {
    let mut stream = BufReader::new(stream);
    let (mut first, mut n_body) = (String::new(), 0);
    stream.read_line(&mut first).await.unwrap();
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).await.unwrap();
        if header.trim().is_empty() {
            break;
        }
        if let Some(length) = header.to_ascii_lowercase().strip_prefix("content-length:") {
            n_body = length.trim().parse().unwrap();
        }
    }
    stream.read_exact(&mut vec![0; n_body]).await.unwrap();
    let path = first.split(' ').nth(1).unwrap();
    let page = pages.iter().find(|(ending, _)| path.ends_with(ending)).map(|(_, page)| page.to_string());
    let page = page.unwrap_or_else(|| panic!("`{path}` was asked for"));
    let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", page.len());
    stream.write_all(format!("{head}{page}").as_bytes()).await.unwrap();
    stream.flush().await.unwrap();
}

#[tokio::test]
async fn what_services_tell_of_a_model_is_read_in_each_of_their_words() {
    let http = Http::new(Gate::anywhere(), HttpConfig::default()).unwrap();
    let openrouter = json!({"id": "z-ai/glm", "context_length": 200_000,
        "top_provider": {"max_completion_tokens": 65_536},
        "pricing": {"prompt": "0.0000006", "completion": "0.0000022", "input_cache_read": "0.00000011"},
        "supported_parameters": ["tools", "structured_outputs"]});
    let gemini = json!({"name": "models/gemini-3.8-flash", "inputTokenLimit": 1_048_576});
    let service = start(vec![("/models", json!({"data": [openrouter, gemini, {"id": "plain"}]}))]).await;
    let any = ResolvedModel::anywhere(&service, Dialect::OpenaiChat, "any");
    let models = offered_models(&http, &any, None).await.unwrap();
    assert_eq!(models.len(), 3);
    assert_eq!((models[0].window, models[0].max_output), (Some(200_000), Some(65_536)));
    let price = models[0].price.unwrap();
    assert!((price.input - 0.6).abs() < 1e-9 && (price.output - 2.2).abs() < 1e-9);
    assert!((price.cached_input.unwrap() - 0.11).abs() < 1e-9);
    assert_eq!(models[0].capabilities, ["tools", "structured_outputs"]);
    assert_eq!((models[1].name.as_str(), models[1].window), ("gemini-3.8-flash", Some(1_048_576)));
    assert_eq!(models[2].window, None);
    let show = json!({"model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40_960}});
    let service = start(vec![("/api/tags", json!({"models": []})), ("/api/show", show)]).await;
    let qwen = ResolvedModel::anywhere(&service, Dialect::Ollama, "qwen3");
    assert_eq!(described_model(&http, &qwen, None).await.unwrap().window, Some(40_960));
}
