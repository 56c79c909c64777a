// Why: opens Debian's Chromium, or its Firefox, on the page and fails a test for anything the browser complains about.
import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from "playwright-core";

/** Chromium without windows asks a quarter less of the machine. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const CHROMIUM = process.env.TSUMUGI_CHROMIUM ?? INSTALLED.find((path) => existsSync(path));

export function openBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error("chromium is missing; scripts/setup-tests installs it");
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

const FIREFOX = process.env.TSUMUGI_FIREFOX ?? "/usr/bin/firefox-esr";

/** Where Firefox is not installed its tests are skipped, except where everything must be tried. */
export const skipsFirefox = !existsSync(FIREFOX) && !["true", "1"].includes(process.env.CI ?? "");

/** Debian's Firefox as it is, over WebDriver BiDi. */
export function openFirefox(): Promise<Browser> {
  if (!existsSync(FIREFOX)) throw new Error(`${FIREFOX} is missing; scripts/setup-tests installs it`);
  return firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX });
}

export interface Tab {
  page: Page;
  context: BrowserContext;
  /** What the browser complained about: broken policy, thrown errors, failed scripts. */
  complaints: string[];
}

/** Every request that leaves this machine is a fault. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: "en-GB",
    acceptDownloads: true,
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (/Content Security Policy|Refused to/i.test(text)) complaints.push(text);
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1" && hostname !== "localhost") {
      complaints.push(`left this machine: ${request.url()}`);
    }
  });
  return { page, context, complaints };
}
