import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from './accessibility.ts';
import { type Almanac, startAlmanac } from './almanac.ts';
import { codeAt, stepNow } from './authenticator.ts';
import { openBrowser, watchFor } from './browser.ts';
import { inBrowser } from './in-browser.ts';

const USERNAME = 'ada';
const PASSWORD = 'nine tall lighthouses';

/** One day of the first administrator, from the link in the terminal on; each step begins where the last one ended. */
inBrowser('the first day', () => {
  let almanac: Almanac;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let wrong: readonly string[];
  let secret = '';
  let usedStep = 0;
  let recoveryCode = '';

  beforeAll(async () => {
    [almanac, browser] = await Promise.all([startAlmanac(), openBrowser()]);
    context = await browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    wrong = watchFor(page, almanac.url);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await almanac?.stop();
  }, 60_000);

  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const password = () => page.getByLabel('Password', { exact: true });
  const whoHas = (key: string) =>
    fetch(`${almanac.url}/api/v2/account/info/`, { headers: { authorization: `Bearer ${key}` } });

  test('the printed link makes the first administrator and signs them in', async () => {
    await page.goto(almanac.setupUrl ?? '');
    await heading('Create the first administrator');
    await page.getByLabel('Username').fill(USERNAME);
    await password().fill('short');
    await page.getByText('Very weak').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await page.getByText('at least 8 characters').first().waitFor();
    await password().fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await heading(`Welcome, ${USERNAME}`);
    await page.getByText('Nothing is running').waitFor();
  });

  test('the link works once', async () => {
    await page.goto(almanac.setupUrl ?? '');
    await heading('Already set up');
  });

  test('a new key is shown once, works, can be renamed, and stops working when revoked', async () => {
    await page.goto(almanac.url);
    await page.getByRole('link', { name: 'API keys' }).click();
    await heading('API keys');
    await page.getByRole('button', { name: 'Create your first key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly forecast');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByTestId('secret').textContent()) ?? '';
    expect((await whoHas(key)).status).toBe(200);
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('cell', { name: 'Nightly forecast', exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole('button', { name: 'Actions for Nightly forecast' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly forecast');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Actions for Weekly forecast' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke the key' });
    await revoke.waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await revoke.click();
    await page.getByText('No API keys yet').waitFor();
    expect((await whoHas(key)).status).toBe(401);
  });

  test('the account token is hidden until asked for, and replaced with the password', async () => {
    await page.getByRole('link', { name: 'API token' }).click();
    await page.getByRole('button', { name: 'Show the token' }).click();
    const before = (await page.getByTestId('api-token').textContent()) ?? '';
    expect((await whoHas(before)).status).toBe(200);
    await page.getByRole('button', { name: 'Replace' }).click();
    await password().fill(PASSWORD);
    await page.getByRole('button', { name: 'Replace the token' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const after = (await page.getByTestId('api-token').textContent()) ?? '';
    expect(after).not.toBe(before);
    expect([(await whoHas(before)).status, (await whoHas(after)).status]).toEqual([401, 200]);
  });

  test('a second factor is enrolled with the code of an authenticator app', async () => {
    await page.getByRole('link', { name: 'Second factor' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await password().fill('not this one');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert', { name: 'The second factor was not set up' }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await password().fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('almanac-recovery-codes.txt');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    expect(await codes.count()).toBe(10);
    recoveryCode = (await codes.first().textContent()) ?? '';
    await page.getByLabel('I have stored the recovery codes').check();
    usedStep = stepNow();
    await page.getByLabel('Code shown by the app').fill(codeAt(secret, usedStep));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Your second factor is on').waitFor();
  });

  test('after signing out every page asks to sign in', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in');
    await page.goto(`${almanac.url}/account/api-keys`);
    await heading('Sign in');
  });

  test('the password alone no longer opens the account', async () => {
    await page.getByLabel('Username').fill(USERNAME);
    await password().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert', { name: 'Not signed in' }).waitFor();
  });

  test('with the next code it does, by keyboard alone, and leads back to the page asked for', async () => {
    await page.getByLabel('I use a second factor').check();
    await password().press('Enter');
    await heading('Second factor');
    expect(await seriousBarriers(page)).toEqual([]);
    // The code of the step after the used one is taken in this step and in the next two: no waiting for a new code.
    await page.keyboard.type(codeAt(secret, usedStep + 1));
    await page.keyboard.press('Enter');
    await heading('API keys');
    expect(new URL(page.url()).pathname).toBe('/account/api-keys');
  });

  test('a recovery code turns the second factor off', async () => {
    await page.getByRole('link', { name: 'Second factor' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await password().fill(PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Your second factor is off').waitFor();
  });

  test('a session that ended meanwhile leads to signing in, and back to the page', async () => {
    await context.clearCookies();
    await page.getByRole('link', { name: 'API token' }).click();
    await heading('Sign in');
    await page.getByLabel('Username').fill(USERNAME);
    await password().fill(PASSWORD);
    await page.getByLabel('I use a second factor').uncheck();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('API token');
    await page.getByRole('button', { name: 'Show the token' }).waitFor();
  });

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(wrong).toEqual([]);
  });
});
