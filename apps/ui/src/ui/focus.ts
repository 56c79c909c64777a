// Why: a dialog that closes must leave the keyboard where it was, even when what opened it was drawn anew or is gone.

/** Puts the focus back where it was before, or to the place nearest to it that is left. */
export function giveBackFocus(before: Element | null): void {
  const now = document.activeElement;
  if (now && now !== document.body && now.isConnected) return;
  const again = before?.isConnected ? before : before?.id ? document.getElementById(before.id) : null;
  const places = [again, document.querySelector("article[aria-current=true]"), document.getElementById("content")];
  for (const place of places) {
    if (!(place instanceof HTMLElement) || place === document.body) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}
