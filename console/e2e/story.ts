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
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(30_000);
  const story = { ...toolsOf(almanac, page), wrong: watchFor(page, almanac.url), end: () => end(almanac, browser) };
  await page.goto(`${almanac.url}/login`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await story.heading(`Welcome, ${ADMIN.username}`);
  return story;
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
