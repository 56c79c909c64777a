// Why: light, dark, or as the system has it; kept on this machine.

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const KEPT_AS = "tsumugi.theme";

class ThemeStore {
  theme: Theme = $state(THEMES.find((theme) => theme === localStorage.getItem(KEPT_AS)) ?? "system");

  constructor() {
    this.#show();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(KEPT_AS, theme);
    this.#show();
  }

  #show(): void {
    if (this.theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const themeStore = new ThemeStore();
