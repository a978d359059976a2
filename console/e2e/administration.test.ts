import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from './accessibility.ts';
import { type Almanac, startAlmanac } from './almanac.ts';
import { openBrowser, watchFor } from './browser.ts';
import { inBrowser } from './in-browser.ts';

const ADMIN = { username: 'ada', password: 'nine tall lighthouses' };
const GRACE = { username: 'grace', password: 'seven quiet compilers' };

const pages = [
  { path: '/', heading: 'Welcome, ada' },
  { path: '/jobs', heading: 'Jobs' },
  { path: '/jobs?tab=organization', heading: 'Jobs' },
  { path: '/account/api-keys', heading: 'API keys' },
  { path: '/account/api-token', heading: 'API token' },
  { path: '/account/password', heading: 'Password' },
  { path: '/account/second-factor', heading: 'Second factor' },
  { path: '/users', heading: 'Users' },
  { path: '/groups', heading: 'Groups' },
  { path: '/about', heading: 'About' },
];

inBrowser('administration', () => {
  let almanac: Almanac;
  let browser: Browser;
  let page: Page;
  let wrong: readonly string[];

  beforeAll(async () => {
    const admin = { ALMANAC_ADMIN_USERNAME: ADMIN.username, ALMANAC_ADMIN_PASSWORD: ADMIN.password };
    [almanac, browser] = await Promise.all([startAlmanac(admin), openBrowser()]);
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(15_000);
    wrong = watchFor(page, almanac.url);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await almanac?.stop();
  }, 60_000);

  const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function signIn(as: { username: string; password: string }, on = page): Promise<void> {
    await on.goto(`${almanac.url}/login`);
    await on.getByLabel('Username').fill(as.username);
    await on.getByLabel('Password', { exact: true }).fill(as.password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  async function choose(action: string, of: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  test('no serious barrier in front of the door', async () => {
    await page.goto(`${almanac.url}/login`);
    await heading('Sign in');
    expect(await seriousBarriers(page)).toEqual([]);
    await page.goto(`${almanac.url}/setup`);
    await heading('Already set up');
    expect(await seriousBarriers(page)).toEqual([]);
    await page.goto(`${almanac.url}/reset-password`);
    await heading('Use the reset link');
    expect(await seriousBarriers(page)).toEqual([]);
  });

  test('an administrator creates a user, who sees no administration', async () => {
    await signIn(ADMIN);
    await heading('Welcome, ada');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(GRACE.username);
    await dialog.getByLabel('First password', { exact: true }).fill(GRACE.password);
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('cell', { name: 'grace', exact: true }).waitFor();

    const hers = await browser.newPage();
    await signIn(GRACE, hers);
    await heading('Welcome, Grace', hers);
    expect(await hers.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await hers.goto(`${almanac.url}/users`);
    await hers.getByRole('alert', { name: 'Could not load the users' }).waitFor();
    await hers.close();
  });

  test('a name that is taken is refused with a reason, and nothing typed is lost', async () => {
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(GRACE.username);
    await dialog.getByLabel('First password', { exact: true }).fill(GRACE.password);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('alert', { name: 'The user was not created' }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    expect(await dialog.getByLabel('Username').inputValue()).toBe(GRACE.username);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('a user is edited, and a disabled one cannot sign in until enabled again', async () => {
    await choose('Edit', GRACE.username);
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
    await choose('Disable', GRACE.username);
    await page.getByRole('button', { name: 'Disable the account' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    const hers = await browser.newPage();
    await signIn(GRACE, hers);
    await hers.getByRole('alert', { name: 'Not signed in' }).waitFor();
    await hers.close();
    await choose('Enable', GRACE.username);
    await page.getByRole('button', { name: 'Enable the account' }).click();
    await page.getByText('disabled', { exact: true }).waitFor({ state: 'detached' });
  });

  test('a group is made, filled, emptied and deleted', async () => {
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'Create the first group' }).click();
    await page.getByLabel('Name').fill('Forecasters');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await heading('Forecasters');
    await page.getByLabel('Username of the new member').fill('nobody-here');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('nobody-here').waitFor();
    await page.getByLabel('Username of the new member').fill(GRACE.username);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove grace' }).click();
    await page.getByText('Nobody is in this group yet').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByText('No groups yet').waitFor();
  });

  for (const scheme of ['light', 'dark'] as const) {
    test.for(pages)(
      `$path has no serious barrier in ${scheme}, and says its API call`,
      async ({ path, heading: name }) => {
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(almanac.url + path);
        await heading(name);
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        expect(await seriousBarriers(page)).toEqual([]);
        await page.getByRole('button', { name: 'As API call' }).click();
        const text = await page.getByRole('dialog').getByRole('region', { name: 'curl command' }).textContent();
        expect(text).toContain(`${almanac.url}/api/v2/`);
        expect(await seriousBarriers(page)).toEqual([]);
      },
    );
  }

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(wrong).toEqual([]);
  });
});
