//! A file that is being written while something else as large is still in memory: a long one waits on disk meanwhile.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, Write};

/// Files up to this length wait in memory.
pub const LARGEST_IN_MEMORY: usize = 16 << 20;

/// What was written so far.
pub enum Spool {
    /// In memory.
    Memory(Vec<u8>),
    /// In a file without a name, which is gone with the process whatever happens.
    Disk(BufWriter<File>),
}

impl Spool {
    /// An empty one for about this many bytes.
    pub fn new(n_bytes: usize) -> Self {
        if n_bytes <= LARGEST_IN_MEMORY {
            return Self::Memory(Vec::with_capacity(n_bytes));
        }
        // Where there is no place for such files, there may still be memory.
        tempfile::tempfile()
            .map_or_else(|_| Self::Memory(Vec::new()), |file| Self::Disk(BufWriter::new(file)))
    }

    /// Everything that was written.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Memory(bytes) => Ok(bytes),
            Self::Disk(writer) => {
                let mut file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
                let n_bytes = usize::try_from(file.stream_position()?).unwrap_or_default();
                file.rewind()?;
                let mut bytes = Vec::with_capacity(n_bytes);
                file.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Memory(held) => held.write(bytes),
            Self::Disk(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Disk(writer) => writer.flush(),
        }
    }
}
