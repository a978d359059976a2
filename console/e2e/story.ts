import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousBarriers } from './accessibility.ts';
import { type Almanac, startAlmanac } from './almanac.ts';
import { openBrowser, watchFor } from './browser.ts';

const ADMIN = { username: 'ada', password: 'nine tall lighthouses' };

/** A server of its own with an administrator, who is signed in. */
export interface Story {
  readonly almanac: Almanac;
  readonly page: Page;
  /** What must never happen, as it happens. */
  readonly wrong: readonly string[];
  /** For somebody else: it shares no session with this one. */
  newPage(): Promise<Page>;
  heading(name: string): Promise<void>;
  open(path: string, heading: string): Promise<void>;
  /** No serious barrier on the page as it stands, in light and dark. */
  expectNoBarriers(): Promise<void>;
  end(): Promise<void>;
}

export async function beginStory(settings: Readonly<Record<string, string>>): Promise<Story> {
  const admin = {
    ALMANAC_ADMIN_USERNAME: ADMIN.username,
    ALMANAC_ADMIN_PASSWORD: ADMIN.password,
    ALMANAC_WORKERS: '1',
  };
  const [almanac, browser] = await Promise.all([startAlmanac({ ...admin, ...settings }), openBrowser()]);
  const newPage = async () => {
    const opened = await browser.newPage({ reducedMotion: 'reduce' });
    opened.setDefaultTimeout(30_000);
    return opened;
  };
  const page = await newPage();
  const story = {
    ...toolsOf(almanac, page),
    newPage,
    wrong: watchFor(page, almanac.url),
    end: () => end(almanac, browser),
  };
  await signIn(page, almanac.url, ADMIN);
  return story;
}

export async function signIn(page: Page, url: string, { username, password }: typeof ADMIN): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: `Welcome, ${username}`, exact: true }).waitFor();
}

function toolsOf(almanac: Almanac, page: Page) {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  return {
    almanac,
    page,
    heading,
    async open(path: string, name: string) {
      await page.goto(almanac.url + path);
      await heading(name);
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    },
    async expectNoBarriers() {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousBarriers(page)).toEqual([]);
      }
    },
  };
}

async function end(almanac: Almanac, browser: Browser): Promise<void> {
  await browser.close();
  await almanac.stop();
}
