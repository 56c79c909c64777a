//! What of a mail is settled before a mail server is asked: its settings, its addresses, its id, and when it is tried again.

use server::mail::{MailConfig, MailTls, Mailer, mail_address};
use server::parts::{new_message_id, pause_ms};

fn config(host: &str, tls: MailTls, from: &str) -> MailConfig {
    let (host, from) = (host.to_owned(), from.to_owned());
    MailConfig { host, port: None, tls, user: None, password: None, from }
}

#[test]
fn mail_goes_in_the_clear_to_this_machine_only() {
    let from = "Tsumugi <books@example.org>";
    for host in ["localhost", "127.0.0.1", "::1", "[::1]"] {
        assert!(Mailer::new(llm::Gate::anywhere(), &config(host, MailTls::None, from)).is_ok(), "{host}");
    }
    for host in ["mail.example.org", "10.0.0.1", "localhost.example.org", ""] {
        assert!(Mailer::new(llm::Gate::anywhere(), &config(host, MailTls::None, from)).is_err(), "{host}");
    }
    let refused =
        Mailer::new(llm::Gate::anywhere(), &config("localhost", MailTls::None, "nobody")).err().unwrap();
    assert_eq!(refused.code, "not_a_mail_sender");
}

#[test]
fn a_user_needs_a_password() {
    let named = MailConfig { user: Some("me".to_owned()), ..config("localhost", MailTls::None, "a@b.org") };
    assert_eq!(Mailer::new(llm::Gate::anywhere(), &named).err().unwrap().code, "no_mail_password");
}

#[test]
fn what_is_no_address_is_known_as_none() {
    assert!(mail_address(" ann@example.org ").is_some());
    let long = format!("{}@example.org", "a".repeat(300));
    for wrong in ["", "ann", "ann@", "ann@example.org\r\nBcc: x@y.org", "a b@example.org", &long] {
        assert!(mail_address(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn a_mail_in_vain_is_tried_after_a_second_and_at_last_every_hour() {
    assert_eq!([0, 1, 2, 12, 40].map(pause_ms), [1_000, 2_000, 4_000, 3_600_000, 3_600_000]);
}

#[test]
fn a_message_id_ends_with_the_host_of_the_page() {
    let id = new_message_id("https://books.example.org:8443").unwrap();
    assert!(id.starts_with('<') && id.ends_with("@books.example.org>"), "{id}");
    assert_ne!(id, new_message_id("https://books.example.org:8443").unwrap());
}
