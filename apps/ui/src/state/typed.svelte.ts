// Why: what was typed into a form and not sent is there again when the form is opened again, also after a reload: Escape and a
// click elsewhere close a form, and only sending or discarding ends it.

const PREFIX = "tsumugi.typed.";

/** The fields of one form, kept in this tab while they differ from what the form began with. Made while a component is. */
export class Typed<Fields extends object> {
  fields: Fields = $state() as Fields;
  /** Whether the fields hold something that was not sent. */
  changed: boolean = $derived.by(() => JSON.stringify(this.fields) !== this.#first);
  readonly #name: string;
  #first: string;

  constructor(name: string, first: Fields) {
    this.#name = PREFIX + name;
    this.#first = JSON.stringify(first);
    this.fields = { ...first, ...this.#kept() };
    $effect(() => {
      if (this.changed) sessionStorage.setItem(this.#name, JSON.stringify(this.fields));
      else sessionStorage.removeItem(this.#name);
    });
  }

  /** Ends the draft, because it was sent or is not wanted. The fields are what the form began with. */
  end(): void {
    this.fields = JSON.parse(this.#first) as Fields;
    sessionStorage.removeItem(this.#name);
  }

  #kept(): Partial<Fields> {
    try {
      return JSON.parse(sessionStorage.getItem(this.#name) ?? "{}") as Partial<Fields>;
    } catch {
      return {};
    }
  }
}
