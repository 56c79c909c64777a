//! The shipped table is complete and a person's own words go before it.

use secrecy::ExposeSecret;

use super::*;
use crate::Quirk;

fn overrides(text: &str) -> toml::Table {
    toml::from_str(text).unwrap()
}

#[test]
fn every_promised_service_is_there_with_an_address_and_every_price_has_a_date() {
    let vendors = Vendors::built_in().unwrap();
    let ids: Vec<&str> = vendors.iter().map(|(id, _)| id).collect();
    for id in [
        "openai",
        "anthropic",
        "google",
        "deepseek",
        "moonshot",
        "qwen",
        "zhipu",
        "siliconflow",
        "openrouter",
        "mistral",
        "xai",
        "groq",
        "together",
        "azure",
        "ollama",
        "llamacpp",
        "lmstudio",
        "vllm",
    ] {
        assert!(ids.contains(&id), "{id} is missing");
    }
    for (id, vendor) in vendors.iter() {
        let is_local = vendor.base_url.starts_with("http://127.0.0.1");
        assert!(is_local || vendor.base_url.starts_with("https://"), "{id}");
        assert_eq!(is_local, vendor.key.is_none(), "{id}: keys are for services elsewhere");
        for (model, facts) in &vendor.models {
            let day = facts.priced_on.as_deref().unwrap_or_default();
            assert!(facts.price.is_none() || day.len() == 10, "{id}/{model} has a price without a day");
        }
    }
}

#[test]
fn a_person_can_override_one_value_and_keep_the_others() {
    let table = overrides(
        "[anthropic]\nbase_url = 'http://127.0.0.1:9'\n[anthropic.models.claude-opus-5.price]\ninput = 1.0\n[deepseek]\nquirks = ['no_temperature']",
    );
    let vendors = Vendors::with_overrides(&table, None).unwrap();
    let opus = vendors.resolve("claude-opus-5").unwrap();
    assert_eq!(opus.vendor.base_url, "http://127.0.0.1:9");
    let price = opus.facts.price.unwrap();
    assert!((price.input - 1.0).abs() < 1e-9 && (price.output - 25.0).abs() < 1e-9);
    let deepseek = vendors.resolve("deepseek/anything").unwrap();
    assert!(deepseek.endpoint(None).target.quirks.has(Quirk::NoTemperature));
    assert!(!deepseek.endpoint(None).target.quirks.has(Quirk::ReturnsReasoning));
}

#[test]
fn a_person_can_add_a_service_with_its_own_headers() {
    let table = overrides(
        "[office]\nname = 'Office'\nbase_url = 'https://llm.example.com/v1'\ndialect = 'openai'\nheaders = { X-Team = 'books' }\ntools = 'text'",
    );
    let model = Vendors::with_overrides(&table, None).unwrap().resolve("office/big/model").unwrap();
    assert_eq!(model.model, "big/model");
    assert_eq!(model.tool_protocol(), ToolProtocol::Text);
    let endpoint = model.endpoint(None);
    assert_eq!(endpoint.headers[0].0, "X-Team");
    assert_eq!(endpoint.headers[0].1.expose_secret(), "books");
}

#[test]
fn mistakes_say_where_they_are() {
    let wrong =
        Vendors::with_overrides(&overrides("[openai]\nbase_ulr = 'x'"), None).unwrap_err().to_string();
    assert!(wrong.contains("`openai`") && wrong.contains("base_ulr"), "{wrong}");
    let unknown = Vendors::built_in().unwrap().resolve("nowhere/model").unwrap_err().to_string();
    assert!(unknown.contains("`nowhere/model`") && unknown.contains("deepseek"), "{unknown}");
    let twice = Vendors::built_in().unwrap().resolve("gpt-5.4").unwrap_err();
    assert!(matches!(twice, VendorError::Ambiguous { .. }), "{twice}");
}

#[test]
fn a_missing_key_is_named_and_several_keys_are_taken_apart() {
    let model = Vendors::built_in().unwrap().resolve("deepseek/deepseek-flash").unwrap();
    let missing = model.keys(|_| None).unwrap_err().to_string();
    assert!(missing.contains("`deepseek`") && missing.contains("`DEEPSEEK_API_KEY`"), "{missing}");
    let keys = model.keys(|variable| Some(format!("{variable}-1,{variable}-2").into())).unwrap();
    assert_eq!(keys.len(), 2);
    let local = Vendors::built_in().unwrap().resolve("ollama/qwen3").unwrap();
    assert!(local.keys(|_| None).unwrap().is_empty());
}
