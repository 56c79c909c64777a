//! Which endpoints are on this machine.

use settings::address::is_on_this_machine;

#[test]
fn a_name_that_begins_like_this_machine_is_elsewhere() {
    for here in [
        "http://127.0.0.1:8080/v1",
        "http://localhost:11434",
        "http://[::1]:80/v1",
        "https://LOCALHOST/v1",
        "http://127.8.0.1",
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
        "http://0.0.0.0:1",
        "http://192.168.1.2:11434",
    ] {
        assert!(!is_on_this_machine(elsewhere), "{elsewhere}");
    }
}
