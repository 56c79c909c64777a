//! Short codes for numbers.

use book::code::{DecodedCode, decode, encode};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_code_reads_back_as_its_number(number in 0_u64..2_476_099) {
        let code = encode(number, 5).unwrap();
        prop_assert_eq!(decode(&code), Some(DecodedCode { number, digits: 5 }));
        prop_assert_eq!(decode(&code.to_uppercase()), Some(DecodedCode { number, digits: 5 }));
    }

    #[test]
    fn arbitrary_text_is_never_a_panic(text in ".{0,20}") {
        let _ = decode(&text);
    }
}

#[test]
fn a_number_too_large_for_its_digits_has_no_code() {
    assert_eq!(encode(19, 1), None);
    assert!(encode(18, 1).is_some());
}

#[test]
fn neighbouring_numbers_differ_in_more_than_the_last_characters() {
    let (first, second) = (encode(41, 5).unwrap(), encode(42, 5).unwrap());
    let n_different = first.chars().zip(second.chars()).filter(|(a, b)| a != b).count();
    assert!(n_different >= 4, "{first} and {second} look alike");
}

#[test]
fn codes_are_those_that_libraries_have_kept_since_the_first_version() {
    let kept = [
        (0, 5, "ykd6xf"),
        (41, 7, "mwd3fh64"),
        (893_871_738, 7, "rpcwm973"),
        (123_456_789_012, 9, "y66kmmj3k7"),
        (322_687_697_778, 9, "yxrpcwm97j"),
        (799_006_685_782_884_120, 14, "yyyyyyxrpcwm97y"),
    ];
    for (number, digits, code) in kept {
        assert_eq!(encode(number, digits).as_deref(), Some(code));
        assert_eq!(decode(code), Some(DecodedCode { number, digits }));
    }
}
