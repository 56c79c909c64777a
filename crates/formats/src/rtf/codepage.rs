//! Which encoding the bytes of a text are in: the document's, or that of the font they are set in.

use encoding_rs::Encoding;

/// The encoding of a code page.
pub(super) fn of_number(number: i32) -> Option<&'static Encoding> {
    let label = match number {
        932 => "shift_jis".to_owned(),
        936 | 54_936 => "gb18030".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        874 => "windows-874".to_owned(),
        1250..=1258 => format!("windows-{number}"),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        _ => return None,
    };
    Encoding::for_label(label.as_bytes())
}

/// The encoding of a font's character set.
pub(super) fn of_charset(charset: i32) -> Option<&'static Encoding> {
    let number = match charset {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    of_number(number)
}
