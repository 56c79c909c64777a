//! Keys of a library are opened by their master key alone.

use secrecy::{ExposeSecret, SecretString};
use settings::KeySlot;
use settings::library_keys::{LibraryKeys, MasterKey};

fn master(digit: char) -> MasterKey {
    MasterKey::read(&digit.to_string().repeat(64)).unwrap()
}

const HERE: &str = "https://api.example.com";

fn slot(variable: &str) -> KeySlot {
    KeySlot { variable: variable.to_owned(), targets: [HERE.to_owned()].into() }
}

#[test]
fn a_key_is_opened_by_its_master_key_under_its_name_and_unchanged_only() {
    let key = SecretString::from("sk-secret");
    let mut sealed = master('a').seal(&slot("SERVICE_KEY"), &key).unwrap();
    assert!(!sealed.windows(6).any(|part| part == b"secret"));
    assert_ne!(sealed, master('a').seal(&slot("SERVICE_KEY"), &key).unwrap(), "each is sealed anew");
    assert_eq!(master('a').open("SERVICE_KEY", &sealed).unwrap().key.expose_secret(), "sk-secret");
    assert!(master('b').open("SERVICE_KEY", &sealed).is_none());
    assert!(master('a').open("OTHER_KEY", &sealed).is_none());
    for at in 0..sealed.len() {
        sealed[at] ^= 1;
        assert!(master('a').open("SERVICE_KEY", &sealed).is_none(), "byte {at}");
        assert!(master('a').open("SERVICE_KEY", &sealed[..at]).is_none());
        sealed[at] ^= 1;
    }
}

#[test]
fn a_master_key_is_64_hexadecimal_digits() {
    for wrong in ["", "abc", &"a".repeat(63), &"a".repeat(65), &"g".repeat(64), &"+1".repeat(32)] {
        assert!(MasterKey::read(wrong).is_err(), "{wrong}");
    }
    assert!(MasterKey::read(&format!(" {}\n", "0".repeat(64))).is_ok());
}

#[test]
fn keys_that_are_not_opened_are_named_and_nothing_shows_a_key() {
    let keys = LibraryKeys::default();
    let ours = master('a').seal(&slot("OURS"), &SecretString::from("sk-ours")).unwrap();
    let theirs = master('b').seal(&slot("THEIRS"), &SecretString::from("sk-theirs")).unwrap();
    let sealed = [("OURS", &*ours), ("THEIRS", &*theirs)];
    assert_eq!(keys.set(&master('a'), sealed.into_iter()), ["THEIRS"]);
    assert_eq!(keys.get("OURS", HERE).unwrap().expose_secret(), "sk-ours");
    assert!(
        keys.get("OURS", "https://api.example.com proxy http://127.0.0.1:9").is_none(),
        "it was not given for a proxy"
    );
    assert!(!keys.has("THEIRS"));
    assert!(!format!("{keys:?}{:?}", master('a')).contains("sk-"));
}
