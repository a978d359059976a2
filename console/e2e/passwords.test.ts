import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from './accessibility.ts';
import { type Almanac, startAlmanac } from './almanac.ts';
import { openBrowser, watchFor } from './browser.ts';
import { inBrowser } from './in-browser.ts';

const ADMIN = { username: 'ada', password: 'nine tall lighthouses' };
const GRACE = { username: 'grace', password: 'seven quiet compilers' };
const CHANGED = 'eight loud teleprinters';
const RESET = 'six patient telescopes';

/** Grace changes her password, forgets it, and gets in again by a link of the administrator. */
inBrowser('passwords', () => {
  let almanac: Almanac;
  let browser: Browser;
  let administrators: Page;
  let hers: Page;
  let elsewhere: Page;
  let wrong: readonly string[];

  const heading = (name: string, on: Page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function newPage(): Promise<Page> {
    const context: BrowserContext = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  }

  async function signIn(as: { username: string; password: string }, on: Page): Promise<void> {
    await on.goto(`${almanac.url}/login`);
    await on.getByLabel('Username').fill(as.username);
    await on.getByLabel('Password', { exact: true }).fill(as.password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  beforeAll(async () => {
    const admin = { ALMANAC_ADMIN_USERNAME: ADMIN.username, ALMANAC_ADMIN_PASSWORD: ADMIN.password };
    [almanac, browser] = await Promise.all([startAlmanac(admin), openBrowser()]);
    [administrators, hers, elsewhere] = [await newPage(), await newPage(), await newPage()];
    wrong = watchFor(hers, almanac.url);
    await signIn(ADMIN, administrators);
    await heading('Welcome, ada', administrators);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await almanac?.stop();
  }, 60_000);

  test('a common password is refused for a new user, with the reason beside the field', async () => {
    await administrators.getByRole('link', { name: 'Users' }).click();
    await administrators.getByRole('button', { name: 'Create user' }).click();
    const dialog = administrators.getByRole('dialog');
    await dialog.getByLabel('Username').fill(GRACE.username);
    await dialog.getByLabel('First password', { exact: true }).fill('Password123');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByText('one of the 10,000 most used passwords').first().waitFor();
    expect(await seriousBarriers(administrators)).toEqual([]);
    await dialog.getByLabel('First password', { exact: true }).fill(GRACE.password);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await administrators.getByRole('cell', { name: 'grace', exact: true }).waitFor();
  });

  test('a changed password keeps this browser signed in and ends the other session and the keys', async () => {
    await signIn(GRACE, elsewhere);
    await heading('Welcome, grace', elsewhere);
    await signIn(GRACE, hers);
    await heading('Welcome, grace', hers);
    await hers.getByRole('link', { name: 'API keys' }).click();
    await hers.getByRole('button', { name: 'Create your first key' }).click();
    await hers.getByRole('textbox', { name: 'Name' }).fill('Nightly forecast');
    await hers.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = (await hers.getByTestId('secret').textContent()) ?? '';
    await hers.getByRole('button', { name: 'I have stored it' }).click();

    await hers.getByRole('link', { name: 'Password' }).click();
    await heading('Password', hers);
    await hers.getByLabel('Current password', { exact: true }).fill('not this one');
    await hers.getByLabel('New password', { exact: true }).fill(CHANGED);
    await hers.getByLabel('Also revoke all API keys').check();
    await hers.getByRole('button', { name: 'Change password' }).click();
    await hers.getByRole('alert', { name: 'The password was not changed' }).waitFor();
    expect(await seriousBarriers(hers)).toEqual([]);
    await hers.getByLabel('Current password', { exact: true }).fill(GRACE.password);
    await hers.getByRole('button', { name: 'Change password' }).click();
    await hers.getByText('Your password has been changed').waitFor();
    expect(await seriousBarriers(hers)).toEqual([]);

    await hers.getByRole('link', { name: 'API keys' }).click();
    await hers.getByText('No API keys yet').waitFor();
    const asked = await fetch(`${almanac.url}/api/v2/version/`, { headers: { authorization: `Bearer ${key}` } });
    expect(asked.status).toBe(401);
    await elsewhere.goto(`${almanac.url}/jobs`);
    await heading('Sign in', elsewhere);
  });

  test('an administrator makes a reset link, which sets the password once and signs nobody in', async () => {
    await administrators.getByRole('button', { name: 'Actions for grace' }).click();
    await administrators.getByRole('menuitem', { name: 'Send reset link' }).click();
    await administrators.getByRole('button', { name: 'Create reset link' }).click();
    const link = (await administrators.getByTestId('secret').textContent()) ?? '';
    expect(await seriousBarriers(administrators)).toEqual([]);
    await administrators.getByRole('button', { name: 'I have stored it' }).click();

    await elsewhere.goto(link);
    await heading('Choose a new password', elsewhere);
    for (const colorScheme of ['dark', 'light'] as const) {
      await elsewhere.emulateMedia({ colorScheme });
      expect(await seriousBarriers(elsewhere)).toEqual([]);
    }
    await elsewhere.getByLabel('New password', { exact: true }).fill('iloveyou1');
    await elsewhere.getByRole('button', { name: 'Set the new password' }).click();
    await elsewhere.getByText('most used passwords').first().waitFor();
    await elsewhere.getByLabel('New password', { exact: true }).fill(RESET);
    await elsewhere.getByRole('button', { name: 'Set the new password' }).click();
    await heading('Password changed', elsewhere);
    expect(await seriousBarriers(elsewhere)).toEqual([]);

    await hers.goto(`${almanac.url}/jobs`);
    await heading('Sign in', hers);
    await signIn({ ...GRACE, password: CHANGED }, hers);
    await hers.getByRole('alert', { name: 'Not signed in' }).waitFor();
    await signIn({ ...GRACE, password: RESET }, hers);
    await heading('Welcome, grace', hers);

    await elsewhere.goto('about:blank');
    await elsewhere.goto(link);
    await elsewhere.getByLabel('New password', { exact: true }).fill('another patient telescope');
    await elsewhere.getByRole('button', { name: 'Set the new password' }).click();
    await elsewhere.getByRole('alert', { name: 'The password was not changed' }).waitFor();
  });

  test('on these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(wrong).toEqual([]);
  });
});
