//! The shipped table is complete and a person's own words go before it.

use llm::{
    Dialect, Failure, ModelSettings, PriceList, PriceListError, Quirk, Request, Thinking, ThinkingStyle,
    TimeSpan, ToolProtocol, VendorError, Vendors,
};
use secrecy::ExposeSecret;

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

#[test]
fn a_model_nobody_listed_is_known_by_its_family() {
    let vendors = Vendors::built_in().unwrap();
    let check = |name: &str, window: Option<u64>, max_output: Option<u32>, quirks: &[Quirk]| {
        let target = vendors.resolve(name).unwrap().endpoint(None).target;
        assert_eq!((target.window, target.max_output), (window, max_output), "{name}");
        for quirk in quirks {
            assert!(target.quirks.has(*quirk), "{name}: {quirk:?}");
        }
    };
    check("anthropic/claude-sonnet-5-20271001", Some(1_000_000), Some(128_000), &[Quirk::NoTemperature]);
    check("anthropic/claude-sonnet-5-5", Some(1_000_000), Some(128_000), &[Quirk::NoRequiredChoice]);
    check("anthropic/claude-3-haiku-20240307", Some(200_000), Some(4096), &[]);
    check("anthropic/claude-next", Some(200_000), Some(64_000), &[]);
    check("openrouter/anthropic/claude-opus-4.7", Some(1_000_000), Some(128_000), &[Quirk::NoTemperature]);
    check(
        "openai/gpt-5.4",
        Some(1_050_000),
        Some(128_000),
        &[Quirk::MaxCompletionTokens, Quirk::NoTemperature],
    );
    check("google/gemini-3.9-pro", Some(1_048_576), Some(65_536), &[Quirk::SignedCalls]);
    check("groq/some-model", None, None, &[]);
    let dialect = |name: &str| vendors.resolve(name).unwrap().endpoint(None).dialect;
    assert_eq!(dialect("openai/gpt-5.5-pro"), Dialect::OpenaiResponses);
    assert_eq!(dialect("openai/gpt-5.4"), Dialect::OpenaiChat);
    let style = |name: &str| vendors.resolve(name).unwrap().endpoint(None).target.thinking_style;
    assert_eq!(style("anthropic/claude-opus-5-5"), Some(ThinkingStyle::Adaptive));
    assert_eq!(style("openrouter/anthropic/claude-opus-5.5"), Some(ThinkingStyle::Reasoning));
}

#[test]
fn settings_stand_beside_the_other_keys_and_a_models_go_before_its_services() {
    let table = overrides(
        "[deepseek]\ntimeout = '10m'\nconcurrency = 4\nproxy = 'http://127.0.0.1:7890'\n[deepseek.models.deepseek-flash]\nthinking = 'low'\nfirst_token_timeout = 90\nconcurrency = 2",
    );
    let model = Vendors::with_overrides(&table, None).unwrap().resolve("deepseek/deepseek-flash").unwrap();
    let settings = model.settings();
    assert_eq!(settings.timeout, Some(TimeSpan(std::time::Duration::from_mins(10))));
    assert_eq!(settings.first_token_timeout, Some(TimeSpan(std::time::Duration::from_secs(90))));
    assert_eq!((settings.concurrency, settings.thinking), (Some(2), Some(Thinking::Low)));
    let target = model.endpoint(None).target;
    let body = Dialect::OpenaiChat.call(&target, &Request::default()).body;
    assert_eq!(body["thinking"], serde_json::json!({"type": "enabled"}));
    let wrong =
        Vendors::with_overrides(&overrides("[deepseek]\ntimeout = 'soon'"), None).unwrap_err().to_string();
    assert!(wrong.contains("`deepseek`") && wrong.contains("`10m`"), "{wrong}");
}

#[test]
fn newer_prices_replace_older_ones_and_a_persons_own_replace_both() {
    let text = "updated = '2027-01-01'\n[prices.google.'gemini-3.8-flash']\npriced_on = '2027-01-01'\nprice = { input = 1.5, output = 7.5 }\n[prices.openai.'gpt-5.4']\npriced_on = '2020-01-01'\nprice = { input = 99.0, output = 99.0 }\n[prices.openai.'gpt-9']\npriced_on = '2027-01-01'\nprice = { input = 1.0, output = 2.0 }";
    let newer = PriceList::parse(text).unwrap();
    let price = |overridden: &str, name: &str| {
        let vendors = Vendors::with_overrides(&overrides(overridden), Some(&newer)).unwrap();
        vendors.resolve(name).unwrap().facts.price.unwrap().input
    };
    assert!((price("", "google/gemini-3.8-flash") - 1.5).abs() < 1e-9);
    assert!((price("", "openai/gpt-5.4") - 2.5).abs() < 1e-9, "an older price changes nothing");
    assert!((price("", "openai/gpt-9") - 1.0).abs() < 1e-9);
    let own = "[google.models.'gemini-3.8-flash'.price]\ninput = 0.1";
    assert!((price(own, "google/gemini-3.8-flash") - 0.1).abs() < 1e-9);
    assert!(matches!(PriceList::parse("updated = 'today'\n[prices]"), Err(PriceListError::Day { .. })));
    assert!(matches!(PriceList::parse("prices = 3"), Err(PriceListError::Read { .. })));
    assert!(PriceList::built_in().unwrap().n_prices() > 20);
}

#[test]
fn every_service_with_a_key_says_where_a_key_is_made() {
    for (id, vendor) in Vendors::built_in().unwrap().iter() {
        // The page for a key at Azure is a person's own.
        let wants_page = vendor.key.is_some() && id != "azure";
        let has_page = vendor.key_page.as_deref().is_some_and(|page| page.starts_with("https://"));
        assert_eq!(has_page, wants_page, "{id}");
    }
}

#[test]
fn hints_name_settings_that_exist() {
    let service = || String::from("x");
    let failures = [
        Failure::RateLimited { service: service(), detail: String::new(), retry_after: None },
        Failure::Timeout { service: service(), detail: String::new() },
    ];
    for failure in failures {
        let said = failure.to_string();
        let hint = said.split("hint: ").nth(1).unwrap();
        let named: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty() && named.iter().all(|name| ModelSettings::KEYS.contains(name)), "{said}");
    }
    let table = overrides(&ModelSettings::KEYS.iter().fold(String::from("[groq]\n"), |table, key| {
        let value = match *key {
            "ca" | "proxy" => "'/x'",
            "thinking" => "'off'",
            "delivery" => "'lines'",
            "temperature" => "0.5",
            "timeout" | "first_token_timeout" => "'90s'",
            "key_through_proxy" => "true",
            _ => "1",
        };
        format!("{table}{key} = {value}\n")
    }));
    Vendors::with_overrides(&table, None).unwrap();
}
