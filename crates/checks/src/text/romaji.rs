//! Kana in Latin letters, as Hepburn writes them, without long vowels.

/// Every kana with a sound of its own, in hiragana.
const SOUNDS: &str = "あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo \
    たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo \
    ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa をo んn ゔvu";

/// The sound of a text that is all kana; `None` for any other.
pub fn of_kana(kana: &str) -> Option<String> {
    let mut latin = String::new();
    let mut doubles = false;
    for c in kana.chars().map(in_hiragana) {
        match c {
            'っ' => doubles = true,
            'ー' | '・' => {}
            'ゃ' | 'ゅ' | 'ょ' => glide(&mut latin, c),
            'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' => {
                latin.pop();
                latin.push_str(sound_of(large(c))?);
            }
            c => {
                let sound = sound_of(c)?;
                if std::mem::take(&mut doubles) {
                    latin.extend(sound.chars().next());
                }
                latin.push_str(sound);
            }
        }
    }
    (!latin.is_empty()).then(|| folded(&latin))
}

/// Letters only, without accents, capitals and long vowels: what of a spelling can be compared.
pub fn folded(latin: &str) -> String {
    let mut letters = String::new();
    for c in latin.chars().flat_map(char::to_lowercase) {
        let c = match c {
            'ā' | 'â' => 'a',
            'ī' | 'î' => 'i',
            'ū' | 'û' => 'u',
            'ē' | 'ê' => 'e',
            'ō' | 'ô' => 'o',
            c => c,
        };
        let is_long = (c == 'u' && letters.ends_with(['o', 'u'])) || (c == 'o' && letters.ends_with('o'));
        if c.is_alphabetic() && !is_long {
            letters.push(c);
        }
    }
    letters
}

const fn in_hiragana(c: char) -> char {
    match c {
        'ァ'..='ヴ' => match char::from_u32(c as u32 - 0x60) {
            Some(hiragana) => hiragana,
            None => c,
        },
        _ => c,
    }
}

fn sound_of(c: char) -> Option<&'static str> {
    SOUNDS.split_whitespace().find_map(|entry| entry.strip_prefix(c))
}

const fn large(c: char) -> char {
    match c {
        'ぁ' => 'あ',
        'ぃ' => 'い',
        'ぅ' => 'う',
        'ぇ' => 'え',
        _ => 'お',
    }
}

/// `ki` and a small `ya` are `kya`, `shi` and one are `sha`.
fn glide(latin: &mut String, small: char) {
    latin.pop();
    let needs_y = !(latin.ends_with("sh") || latin.ends_with("ch") || latin.ends_with('j'));
    if needs_y {
        latin.push('y');
    }
    latin.push(match small {
        'ゃ' => 'a',
        'ゅ' => 'u',
        _ => 'o',
    });
}
