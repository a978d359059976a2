import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopSales } from '../src/pages/new-project/data-step.tsx';
import { seriousBarriers } from './accessibility.ts';
import { type Almanac, startAlmanac } from './almanac.ts';
import { openBrowser, watchFor } from './browser.ts';
import { inBrowser } from './in-browser.ts';

const ADMIN = { username: 'ada', password: 'nine tall lighthouses' };

inBrowser('forecasting', () => {
  let almanac: Almanac;
  let browser: Browser;
  let page: Page;
  let wrong: readonly string[];
  /** The addresses of the project and of its winner. */
  let board: string;
  let model: string;

  beforeAll(async () => {
    const settings = {
      ALMANAC_ADMIN_USERNAME: ADMIN.username,
      ALMANAC_ADMIN_PASSWORD: ADMIN.password,
      ALMANAC_WORKERS: '1',
    };
    [almanac, browser] = await Promise.all([startAlmanac(settings), openBrowser()]);
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(30_000);
    wrong = watchFor(page, almanac.url);
    await page.goto(`${almanac.url}/login`);
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Welcome, ada');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await almanac?.stop();
  }, 60_000);

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

  async function choose(field: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Both schemes, once everything on the page is there. */
  async function barriers(): Promise<readonly string[]> {
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await seriousBarriers(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    return [...light, ...(await seriousBarriers(page))];
  }

  test('a table is uploaded and becomes a project', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: 'Create the first project' }).click();
    await heading('New project');
    expect(await barriers()).toEqual([]);
    await page
      .getByLabel('A table to learn from')
      .locator('input[type=file]')
      .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(shopSales()) });
    await page.getByRole('button', { name: 'Next: Target' }).click();
    await page.getByRole('heading', { name: 'What should be predicted?' }).waitFor();
  });

  test('the target shows its histogram', async () => {
    await choose('Target', 'sales (Numeric)');
    const histogram = page.getByRole('img', { name: 'Histogram of sales' });
    await histogram.locator('canvas').waitFor();
    expect(await barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Next: Time' }).click();
  });

  test('series are found, and windows are drawn as their numbers say', async () => {
    await page.getByRole('radio', { name: 'Time series' }).check();
    await choose('Date column', 'date');
    await page.getByText('Dates repeat: choose a series ID column').waitFor();
    await choose('Series ID columns', 'store');
    await page.getByText('Series ID: store').waitFor();
    await page.getByRole('textbox', { name: 'Forecast to' }).fill('3');
    await page.getByRole('img', { name: /forecasts 1 to 3 days ahead/ }).waitFor();
    const timeline = page.getByRole('img', { name: 'Timeline of backtests and holdout' });
    await timeline.waitFor();
    await page.getByRole('textbox', { name: 'Backtests' }).fill('3');
    await timeline.getByText('Backtest 3').waitFor();
    await page.getByRole('textbox', { name: 'Backtests' }).fill('1');
    await timeline.getByText('Backtest 2').waitFor({ state: 'detached' });
    expect(await barriers()).toEqual([]);
    await page.reload();
    await page.getByText('Series ID: store').waitFor();
    expect(await page.getByRole('textbox', { name: 'Forecast to' }).inputValue()).toBe('3 days');
  });

  test('modeling starts, and models arrive on the leaderboard', { timeout: 180_000 }, async () => {
    await page.getByRole('button', { name: 'Next: Models' }).click();
    await page.getByRole('radio', { name: 'Quick' }).waitFor();
    await page.getByLabel('Blend the best models').uncheck();
    expect(await barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Next: Start' }).click();
    await page.getByText('1 to 3 days ahead').waitFor();
    expect(await barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Start modeling' }).click();
    await heading('shops');
    board = page.url();
    await page.getByText('recommended', { exact: true }).waitFor({ timeout: 120_000 });
    expect(await barriers()).toEqual([]);
  });

  test.for(['data', 'blueprints', 'jobs', 'settings'])('the %s of a project have no serious barrier', async (part) => {
    await page.goto(`${board}/${part}`);
    await heading('shops');
    expect(await barriers()).toEqual([]);
  });

  test('the winner shows forecast and actual, with the numbers behind the plot', async () => {
    await page.goto(board);
    const row = page.getByRole('row').filter({ has: page.getByText('recommended', { exact: true }) });
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: 'Blueprint' }).waitFor();
    model = page.url();
    expect(await barriers()).toEqual([]);
    await page.getByRole('link', { name: 'Accuracy' }).click();
    const panel = page.getByRole('region', { name: 'Forecast and actual', exact: true });
    await panel
      .getByRole('img', { name: /Forecast and actual sales of/ })
      .locator('canvas')
      .waitFor();
    await panel.getByText('Show the numbers').click();
    const numbers = panel.getByRole('region', { name: /as a table/ });
    await numbers.getByRole('row').nth(3).waitFor();
    await page.getByRole('button', { name: 'Sort by error' }).click();
    await page.getByRole('combobox', { name: 'Series, worst first' }).click();
    await page.getByRole('option', { name: /^Shop/ }).first().click();
    await panel.getByRole('img', { name: /of Shop/ }).waitFor();
    expect(await barriers()).toEqual([]);
  });

  test('feature impact of a model that was not recommended is computed on the page', async () => {
    await page.goto(board);
    await page.getByText('recommended', { exact: true }).waitFor();
    await page.getByRole('row').last().getByRole('link').click();
    await page.getByRole('link', { name: 'Features' }).click();
    await page.getByRole('button', { name: 'Compute feature impact' }).click();
    await page.getByRole('img', { name: 'Feature impact' }).locator('canvas').waitFor();
    expect(await barriers()).toEqual([]);
  });

  test.for(['series', 'explanations', 'predictions'])('the %s of a model have no serious barrier', async (part) => {
    await page.goto(`${model}/${part}`);
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(await barriers()).toEqual([]);
  });

  test('the winner is deployed, and its version is in the registry', async () => {
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.getByRole('textbox', { name: 'Name of the deployment' }).fill('Shop forecasts');
    expect(await barriers()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.waitForURL(/\/deployments\/[0-9a-f]{24}$/);
    await heading('Shop forecasts');
    await page.getByRole('link', { name: 'Model registry' }).click();
    await heading('Model registry');
    expect(await barriers()).toEqual([]);
    await page.getByRole('region', { name: 'Registered models' }).getByRole('link').click();
    await page.getByRole('cell', { name: 'Version 1' }).first().waitFor();
    await page.getByRole('link', { name: 'Shop forecasts' }).waitFor();
    expect(await barriers()).toEqual([]);
  });

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(wrong).toEqual([]);
  });
});
