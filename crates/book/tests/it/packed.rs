//! Lists that wait in memory packed.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::text::markup::Marked;
use book::text::packed::{HELD, PackableVec, Packer};
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};
use std::borrow::Cow;

fn paragraph(block: u32) -> Paragraph {
    Paragraph {
        text: Marked::parse("<1>名前</1>は<2/>｜猫《ねこ》 &lt;3&gt;").unwrap(),
        tags: vec![TagKind::Emphasis, TagKind::Break],
        kind: ParagraphKind::Verse,
        place: Place { part: 7, block },
    }
}

fn packed() -> (Vec<Paragraph>, PackableVec<Paragraph>) {
    let mut members: Vec<Paragraph> = (0..30).map(paragraph).collect();
    members.push(Paragraph { text: Marked::default(), tags: Vec::new(), ..paragraph(u32::MAX) });
    let mut list = PackableVec::from(members.clone());
    list.pack();
    (members, list)
}

#[test]
fn a_packed_list_has_the_members_it_had() {
    let (members, list) = packed();
    assert!(list.held().is_none(), "it is packed");
    assert_eq!((list.len(), list.is_empty()), (31, false));
    assert_eq!(*list.unpacked(), *members);
    assert_eq!(list.each().map(Cow::into_owned).collect::<Vec<_>>(), members);
    assert!(matches!(list.unpacked(), Cow::Owned(_)), "nothing stays unpacked");
    let held = PackableVec::from(members.clone());
    assert!(held.each().zip(&members).all(|(one, other)| *one == *other));
    assert_eq!(list.iter().collect::<Vec<_>>(), members.iter().collect::<Vec<_>>());
    assert_eq!(list, PackableVec::from(members.clone()));
    assert_eq!(list.clone().into_iter().collect::<Vec<_>>(), members);
}

#[test]
fn a_packed_list_can_be_changed_and_packed_again() {
    let (mut members, mut list) = packed();
    for one in [paragraph(40), paragraph(41)] {
        members.push(one.clone());
        list.push(one);
        assert_eq!(*list.unpacked(), *members);
        list.pack();
        assert_eq!(*list.unpacked(), *members);
        assert_eq!(list.len(), members.len());
    }
    assert_eq!(list[31], members[31]);
    list.pack();
    assert_eq!(*list.unpacked(), *members);
}

#[test]
fn only_what_is_beyond_an_ordinary_book_is_packed() {
    let mut packer = Packer::default();
    let mut first: PackableVec<Paragraph> = vec![paragraph(1); HELD].into();
    let mut second: PackableVec<Paragraph> = vec![paragraph(1)].into();
    packer.put_away(&mut first);
    packer.put_away(&mut second);
    assert!(first.held().is_some() && second.held().is_none());
}
