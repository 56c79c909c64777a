//! Where an endpoint is, and which connections pass the gate.

use llm::{Gate, ServiceUrl, Vendors, is_on_this_machine};
use std::net::IpAddr;

#[test]
fn a_name_that_begins_like_this_machine_is_elsewhere() {
    for here in [
        "http://127.0.0.1:8080/v1",
        "http://localhost:11434",
        "http://[::1]:80/v1",
        "https://LOCALHOST/v1",
        "http://127.8.0.1",
        "http://2130706433/v1",
        "http://0x7f.1/v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://me@localhost:1/v1",
    ] {
        assert!(is_on_this_machine(here), "{here}");
    }
    for elsewhere in [
        "http://127.evil.example/v1",
        "http://localhost.evil.example",
        "http://localhost@evil.example/v1",
        "http://evil.example/localhost",
        "http://evil.example?@localhost",
        "http://192.0.2.2:9920\\@127.0.0.1:1/",
        "http://0.0.0.0:1",
        "http://192.168.1.2:11434",
        "localhost:11434",
        "file://localhost/v1",
    ] {
        assert!(!is_on_this_machine(elsewhere), "{elsewhere}");
    }
}

#[test]
fn the_gate_looks_at_the_address_however_it_is_written() {
    let passes =
        |gate: &Gate, host: &str| gate.check(&ServiceUrl::parse(&format!("http://{host}/")).unwrap()).is_ok();
    let public = Gate::public(vec!["10.1.0.0/16".parse().unwrap()]);
    for (host, anywhere, this_machine, by_members) in [
        ("127.0.0.1", true, true, false),
        ("0x7f000001", true, true, false),
        ("[::ffff:127.0.0.1]", true, true, false),
        ("[::1]", true, true, false),
        ("0", true, false, false),
        ("192.168.1.2", true, false, false),
        ("10.2.0.1", true, false, false),
        ("10.1.0.1", true, false, true),
        ("[::ffff:10.1.0.1]", true, false, true),
        ("100.64.0.1", true, false, false),
        ("[fd12::1]", true, false, false),
        ("[fe80::1]", true, false, false),
        ("[64:ff9b::7f00:1]", true, false, false),
        ("[2002:7f00:1::]", true, false, false),
        ("[::127.0.0.1]", true, false, false),
        ("224.0.0.1", true, false, false),
        ("93.184.216.34", true, false, true),
        ("[64:ff9b::5db8:d822]", true, false, true),
        ("[2606:4700::1111]", true, false, true),
        ("169.254.169.254", false, false, false),
        ("2852039166", false, false, false),
        ("[::ffff:169.254.169.254]", false, false, false),
        ("[64:ff9b::a9fe:a9fe]", false, false, false),
        ("[fd00:ec2::254]", false, false, false),
        ("100.100.100.200", false, false, false),
    ] {
        assert_eq!(passes(&Gate::anywhere(), host), anywhere, "{host}");
        assert_eq!(passes(&Gate::this_machine(), host), this_machine, "{host}");
        assert_eq!(passes(&public, host), by_members, "{host}");
    }
}

#[tokio::test]
async fn a_name_is_looked_at_after_it_is_resolved() {
    let refused = Gate::public(Vec::new()).resolve("localhost", 80).await.unwrap_err();
    assert!(refused.to_string().contains("not public"), "{refused}");
    let here = Gate::this_machine().resolve("localhost", 80).await.unwrap();
    assert!(here.iter().all(|address| address.ip().is_loopback()) && !here.is_empty());
    let listed: IpAddr = "127.0.0.1".parse().unwrap();
    let found = Gate::public(vec![listed.into()]).resolve("localhost", 80).await.unwrap();
    assert!(found.iter().all(|address| address.ip() == listed), "{found:?}");
}

#[test]
fn every_customer_of_azure_has_an_origin_of_their_own() {
    let vendors = Vendors::built_in().unwrap();
    let azure = vendors.iter().find(|(id, _)| *id == "azure").unwrap().1;
    assert!(azure.is_at("https://mine.openai.azure.com"));
    for other in [
        "https://openai.azure.com",
        "https://.openai.azure.com",
        "http://mine.openai.azure.com",
        "https://evil.example/.openai.azure.com",
        "https://a.b.openai.azure.com",
        "https://mine.openai.azure.com:8443",
    ] {
        assert!(!azure.is_at(other), "{other}");
    }
}
