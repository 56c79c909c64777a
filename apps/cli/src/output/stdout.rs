//! Standard output in the place of a file.

use std::path::Path;

/// Whether a path stands for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}
