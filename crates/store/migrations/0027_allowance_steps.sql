-- What the steps of the run said when `promised_micros` was written: a session may spend no more than both together without asking
-- again, however many steps come in since. Nothing where that is not known: no budget limits the session, or an earlier version wrote it.
ALTER TABLE allowances ADD COLUMN stepped_micros INTEGER;
