//! Moments of the story as a person writes and reads them.

use book::knowledge::evidence::StoryPosition;
use tsumugi::parts::Clock;

#[test]
fn moments_are_chapters_of_this_book_or_of_another() {
    let clock = Clock { place: 1, n_chapters: 9 };
    for (text, moment) in [
        ("", StoryPosition(0)),
        ("9", StoryPosition::new(1, 8)),
        ("1.4", StoryPosition::new(0, 3)),
        ("3.1", StoryPosition::new(2, 0)),
    ] {
        assert_eq!(clock.read(text).unwrap(), moment);
        assert_eq!(clock.write(moment), text);
    }
    for wrong in ["10", "0", "x", "2.", "0.1"] {
        assert!(clock.read(wrong).is_err(), "{wrong}");
    }
    assert_eq!(clock.read_dated("heir@2").unwrap(), ("heir", StoryPosition::new(1, 1)));
    assert_eq!(clock.read_dated("a@b").unwrap(), ("a@b", StoryPosition(0)));
}
