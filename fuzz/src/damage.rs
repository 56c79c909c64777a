//! Damage done by chance that can be repeated: the built-in replacement for a real fuzzer.
//!
//! Flipping bytes of a ZIP archive only ever tests its checksums. So an archive is damaged in two ways: as bytes,
//! and inside, by damaging one of its entries and packing it again.

use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A small source of chance (xorshift64*), the same on every machine.
pub struct Chance(u64);

impl Chance {
    /// Chance that begins at this number.
    pub const fn new(seed: u64) -> Self {
        // Zero would stay zero for ever.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, or zero.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        self.next().checked_rem(limit).and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
    }
}

/// Pieces that mean something to one of the readers.
const WORDS: &[&[u8]] = &[
    b"<p>",
    b"</p>",
    b"<br/>",
    b"<ruby>",
    b"<rt>",
    b"</ruby>",
    b"<![CDATA[",
    b"-->",
    b"<!--",
    b"<?",
    b"&amp;",
    b"&nbsp;",
    b"&#0;",
    b"&#x10FFFF;",
    b"&unknown;",
    b"<!DOCTYPE x [<!ENTITY a \"b\">]>",
    b"href=\"../../x\"",
    b"<table><tr><td>",
    b"<1>",
    b"</1>",
    "｜a《b》".as_bytes(),
    b"xml:lang=\"zz\"",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\r",
    b"\n\n",
    b"\0",
    b"Chapter 1\n",
    "第一章\n".as_bytes(),
    "｜".as_bytes(),
    "《".as_bytes(),
    "》".as_bytes(),
    "［＃".as_bytes(),
    "］".as_bytes(),
    "［＃「".as_bytes(),
    "」に傍点］".as_bytes(),
    "※［＃「てへん＋劣」、第3水準1-84-77］".as_bytes(),
    "［＃ここから２字下げ］\n".as_bytes(),
    "底本：".as_bytes(),
    b"-------------------------------------------------------\n",
    b"**",
    b"_",
    b"`",
    b"\n> ",
    b"\n- ",
    b"[a](b \"c\")",
    b"[^1]",
    b"|---|\n",
    b"\\",
    b"00:00:01,000 --> 00:00:02,000\n",
    b"{\\an8}",
    b"\\N",
    b"Dialogue: ",
    b"<script>",
    b"<section><title>",
    b"\"",
    b"@",
    b"\\u0041",
];

/// A damaged copy of one of the seeds.
pub fn damaged(seeds: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let Some(seed) = seeds.get(chance.below(seeds.len())) else { return Vec::new() };
    let inside = seed.starts_with(b"PK") && chance.below(4) > 0;
    if inside && let Some(bytes) = damage_inside(seed, chance) {
        return bytes;
    }
    let mut bytes = seed.clone();
    damage(&mut bytes, chance);
    bytes
}

fn damage(bytes: &mut Vec<u8>, chance: &mut Chance) {
    for _ in 0..=chance.below(6) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + 1 + chance.below(24)).min(bytes.len());
        match chance.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at.min(end)..end)),
            2 => {
                let piece = bytes.get(at..end).unwrap_or_default().repeat(1 + chance.below(3));
                bytes.splice(at..at, piece);
            }
            3 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << chance.below(8);
                }
            }
            4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(chance.below(256)).unwrap_or_default();
                }
            }
            _ => {
                let word = WORDS.get(chance.below(WORDS.len())).copied().unwrap_or_default();
                bytes.splice(at..at, word.iter().copied());
            }
        }
    }
}

/// Unpacks an archive, damages one entry, and packs it again without compression, which is quick.
fn damage_inside(archive: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).ok()?;
    let victim = chance.below(archive.len());
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Stored);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).ok()?;
        let name = entry.name().ok()?.into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).ok()?;
        if index == victim {
            match chance.below(12) {
                0 => continue,
                1 => bytes.clear(),
                _ => damage(&mut bytes, chance),
            }
        }
        packed.start_file(name, options).ok()?;
        packed.write_all(&bytes).ok()?;
    }
    Some(packed.finish().ok()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::{Chance, damaged};

    #[test]
    fn the_same_seed_does_the_same_damage_and_another_seed_does_other_damage() {
        let seeds = vec![b"some text that will not stay as it is".to_vec()];
        let series = |seed| {
            let mut chance = Chance::new(seed);
            (0..20).map(|_| damaged(&seeds, &mut chance)).collect::<Vec<_>>()
        };
        assert_eq!(series(7), series(7));
        assert_ne!(series(7), series(8));
    }
}
