//! Where a library is: in a file, or in a database.

use std::path::Path;

/// Whether this is the address of a database and not a file.
pub fn is_database(place: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| place.starts_with(scheme))
}

/// A place as it may be shown: an address without its password and its settings.
pub fn display_place(place: &Path) -> String {
    match place.to_str() {
        Some(address) if is_database(address) => without_password(address),
        _ => place.display().to_string(),
    }
}

pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (rest, _) = rest.split_once('?').unwrap_or((rest, ""));
    match rest.rsplit_once('@') {
        Some((who, where_to)) => {
            let user = who.split_once(':').map_or(who, |(user, _)| user);
            format!("{scheme}://{user}@{where_to}")
        }
        None => format!("{scheme}://{rest}"),
    }
}
