import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The system's own Chromium; undefined when there is none. */
export const chromiumProgram: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

/** Every launch has a fresh profile of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumProgram ?? '', args: FLAGS });

/** Collects what must never happen on any page: a broken script, a blocked resource, a request to somewhere else. */
export function watchFor(page: Page, origin: string): readonly string[] {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(`error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) seen.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) seen.push(`request to ${request.url()}`);
  });
  return seen;
}
