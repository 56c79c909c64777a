// Why: an edit that met another one, with everything a person needs to decide between them.
import type { Conflict, Paragraph } from "../api/types.ts";

export interface PendingConflict {
  paragraph: Paragraph;
  conflict: Conflict;
}
