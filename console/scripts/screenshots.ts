// Makes the pictures of the documentation: every page in light and a few in dark (all with --dark), from a real server with a few people and keys.
// Run with: npm run screenshots -w console [-- name name], which keeps only the pictures of these names
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startAlmanac } from '../e2e/almanac.ts';
import { chromiumProgram, openBrowser } from '../e2e/browser.ts';
import { furnish } from './furnish.ts';
import { shootAccess } from './shots/access.ts';
import { shootData } from './shots/data.ts';
import { shootDeployments } from './shots/deployments.ts';
import { shootGenerative } from './shots/generative.ts';
import { startNeighbours } from './shots/neighbours.ts';
import { shootProjects } from './shots/projects.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images');
/** Enough to see the other scheme by; every picture is looked at in both, and the repository stays small. */
const ALSO_DARK = new Set([
  'home',
  'calendar',
  'leaderboard',
  'model-accuracy',
  'deployment-drift',
  'playground',
  'access-why',
]);
const allDark = process.argv.includes('--dark');
/** What was asked for by name; all of them otherwise. */
const wanted = new Set(process.argv.slice(2).filter((word) => !word.startsWith('--')));
const PASSWORD = 'nine tall lighthouses';

if (chromiumProgram === undefined) {
  console.error('The pictures need Chromium on the PATH. Install it with: apt-get install chromium');
  process.exit(1);
}

const still = async (page: Page) => {
  // Away from whatever would tell more under the mouse.
  await page.mouse.move(0, 0);
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.activeElement?.blur()');
};

await mkdir(FOLDER, { recursive: true });
const neighbours = await startNeighbours();
const settings = { ALMANAC_WORKERS: '1', ...neighbours.settings };
const [almanac, browser] = await Promise.all([startAlmanac(settings), openBrowser()]);
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const shoot = async (name: string, whole = false) => {
    if (wanted.size > 0 && !wanted.has(name)) return;
    const schemes = allDark || ALSO_DARK.has(name) ? (['light', 'dark'] as const) : (['light'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await still(page);
      await page.screenshot({
        path: join(FOLDER, `console-${name}-${colorScheme}.png`),
        fullPage: whole,
        animations: 'disabled',
      });
    }
    console.log(name);
  };
  const open = async (path: string) => {
    await page.goto(almanac.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  await page.goto(almanac.setupUrl ?? '');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await shoot('setup');
  await page.getByRole('button', { name: 'Create account and sign in' }).click();
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  await shoot('first-day', true);
  await open('/account/api-keys');
  await shoot('api-keys-empty');
  await furnish(page);
  await shootData({ page, open, shoot });
  await shootProjects({ page, open, shoot });
  await shootDeployments({ page, open, shoot });
  await shootGenerative({ page, open, shoot });
  await shootAccess({ page, open, shoot }, neighbours.provider);

  for (const name of ['api-keys', 'api-token', 'password', 'second-factor']) {
    await open(`/account/${name}`);
    await shoot(name);
  }
  for (const name of ['users', 'groups', 'jobs', 'about']) {
    await open(`/${name}`);
    await shoot(name);
  }
  await open('/');
  await shoot('home');
  await open('/groups');
  await page.getByRole('link', { name: 'Forecasters' }).click();
  await page.getByRole('cell', { name: 'grace', exact: true }).waitFor();
  await shoot('group');
  await open('/users');
  await page.getByRole('button', { name: 'As API call' }).click();
  await shoot('as-api-call');
  await open('/account/second-factor');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await shoot('enrolment', true);
  await open('/account/api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Notebook');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Copy it now').waitFor();
  await shoot('api-key-created');
  await context.clearCookies();
  await open('/reset-password#token=example');
  await shoot('reset-password');
  await open('/login');
  await shoot('login');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('I use a second factor').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await shoot('login-second-factor');
} finally {
  await browser.close();
  await almanac.stop();
  await neighbours.stop();
}
