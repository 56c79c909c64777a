// Why: an open chapter shows what a run accepts while it works, without asking for the chapter again and again.
import { openEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import { parsed } from "../state/live.svelte.ts";

/** Tells each accepted translation, and paragraphs that got a suggestion, until stopped. */
export function followRun(
  run: string,
  onAccepted: (paragraph: string, translation: string) => void,
  onSuggested: (paragraph: string) => void,
): () => void {
  let ended = false;
  return follow({
    open: openEvents(run),
    onEvent: ({ name, data }) => {
      if (name === "ended") ended = true;
      if (name !== "accepted" && name !== "suggested") return;
      const { paragraph_id, translation } = parsed(data);
      if (typeof paragraph_id !== "string") return;
      if (name === "suggested") onSuggested(paragraph_id);
      else if (typeof translation === "string") onAccepted(paragraph_id, translation);
    },
    again: () => !ended,
  });
}
