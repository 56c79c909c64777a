// Why: an open chapter shows what a run accepts while it works, without asking for the chapter again and again.
import { run as fetchRun, openEvents } from "../api/runs.ts";
import { follow } from "../api/sse.ts";
import { REHEARSAL } from "../book/estimate.ts";
import { parsed } from "../state/live.svelte.ts";

/** Tells each accepted translation, and paragraphs that got something else, until stopped. What a rehearsal accepts is no
 * translation, so of that only the paragraph is told. */
export function followRun(
  run: string,
  onAccepted: (paragraph: string, translation: string) => void,
  onOther: (paragraph: string) => void,
): () => void {
  let ended = false;
  const rehearses = fetchRun(run).then(
    ({ model }) => model === REHEARSAL,
    () => true,
  );
  return follow({
    open: openEvents(run),
    onEvent: ({ name, data }) => {
      if (name === "ended") ended = true;
      if (name !== "accepted" && name !== "suggested") return;
      const { paragraph_id, translation } = parsed(data);
      if (typeof paragraph_id !== "string") return;
      if (name === "suggested" || typeof translation !== "string") onOther(paragraph_id);
      else void rehearses.then((yes) => (yes ? onOther(paragraph_id) : onAccepted(paragraph_id, translation)));
    },
    again: () => !ended,
  });
}
