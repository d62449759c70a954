import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from './system-packages.js';

/** Time for a hook that starts a browser, which the first time may have to be installed. */
export const BROWSER_START_LIMIT_MS = INSTALLATION_LIMIT_MS + 60_000;

/** Time for one thing to appear or to be done; shorter than a test, so that the failure names the thing. */
const ACTION_LIMIT_MS = 60_000;

/** Besides the arguments of Playwright, which starts Chromium without window, sandbox, profile and updates. */
const ARGUMENTS = ['--disable-gpu', '--disable-quic'];

/** Chromium's own line about an answer that {@link Tab} notes with its status. */
const REFUSED_REQUEST = /^Failed to load resource: the server responded with a status of \d+/;

/** Of a request that a page has given up, as it does when it is left while it reads further pages ahead. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Starts Chromium; a missing one is installed where it can be. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureInstalled(SYSTEM_PACKAGES.chromium),
    args: ARGUMENTS,
  });
}

/** A page with a profile of its own that notes everything that goes wrong in it. */
export class Tab {
  private readonly noted: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, baseUrl: string): Promise<Tab> {
    const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1400, height: 1000 } });
    context.setDefaultTimeout(ACTION_LIMIT_MS);
    const tab = new Tab(await context.newPage());
    tab.watch(baseUrl);
    return tab;
  }

  /** Errors since the last call: of scripts, of the content policy, and of requests that failed or were refused. */
  troubles(): string[] {
    return this.noted.splice(0);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  private watch(baseUrl: string): void {
    const note = (trouble: string): void => void this.noted.push(trouble.replace(baseUrl, ''));
    this.page.on('pageerror', (error) => note(`error: ${error.message}`));
    this.page.on('console', (message) => {
      if (isTrouble(message)) note(`${message.type()}: ${message.text()}`);
    });
    this.page.on('requestfailed', (request) => {
      const { errorText = '' } = request.failure() ?? {};
      if (errorText !== GIVEN_UP) note(`failed: ${request.method()} ${request.url()} ${errorText}`);
    });
    this.page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== baseUrl) {
        note(`foreign: ${request.method()} ${request.url()}`);
      }
    });
    this.page.on('response', (response) => {
      if (response.status() >= 400) {
        note(`${response.status()}: ${response.request().method()} ${response.url()}`);
      }
    });
  }
}

function isTrouble(message: ConsoleMessage): boolean {
  return ['error', 'warning', 'assert'].includes(message.type()) && !REFUSED_REQUEST.test(message.text());
}
