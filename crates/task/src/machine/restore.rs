//! A stored machine on its way back: read, put together with its transcript, and held against it.

use super::{MACHINE_VERSION, Machine, Phase, TranscriptEntry};

/// Why a stored machine cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MachineRestoreError {
    /// It was stored by another version of the program.
    #[error("its shape is number {found}, and this program reads number {MACHINE_VERSION}")]
    OtherVersion {
        /// The number of its shape.
        found: u32,
    },
    /// It is no machine of ours.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It waits for a call that the transcript does not have.
    #[error("it does not fit its transcript")]
    OtherTranscript,
}

impl Machine {
    /// A stored machine with its transcript.
    pub fn restore(stored: &str, version: u32, transcript: &[String]) -> Result<Self, MachineRestoreError> {
        if version != MACHINE_VERSION {
            return Err(MachineRestoreError::OtherVersion { found: version });
        }
        let mut machine: Self = serde_json::from_str(stored)?;
        for stored in transcript {
            let line: TranscriptEntry = serde_json::from_str(stored)?;
            if let (TranscriptEntry::User { text, .. }, true) = (&line, machine.first_message.is_empty()) {
                machine.first_message.clone_from(text);
            }
            line.append_to(&mut machine.messages);
            machine.memory.note(&line);
        }
        if machine.text.is_some() && machine.memory.work.is_none() {
            return Err(MachineRestoreError::OtherTranscript);
        }
        match &machine.phase {
            Phase::Tools { done } | Phase::Person { done, .. } if *done >= machine.calls().len() => {
                Err(MachineRestoreError::OtherTranscript)
            }
            Phase::Tools { .. } | Phase::Person { .. } | Phase::Model | Phase::Done { .. } => Ok(machine),
        }
    }
}
