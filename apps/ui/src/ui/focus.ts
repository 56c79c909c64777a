// Why: the keyboard goes into the field that was opened, and back to where it was when a dialog closes.

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

/** Puts the keyboard into a field as soon as it is there, behind what stands in it. */
export function takeFocus(field: HTMLTextAreaElement): void {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
