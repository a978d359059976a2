import { shopSales } from '../../src/pages/new-project/data-step.tsx';
import type { Camera } from './camera.ts';

/** From a table to a deployment, the way people go: each step of the wizard, the leaderboard, the winner. */
export async function shootProjects({ page, open, shoot }: Camera): Promise<void> {
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const next = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click();
  const drawn = (name: string | RegExp) => page.getByRole('img', { name }).locator('canvas').waitFor();

  await open('/projects');
  await page.getByText('No projects yet').waitFor();
  await shoot('projects-empty');
  await open('/projects/new');
  await shoot('new-project-data');
  await page
    .getByLabel('A table to learn from')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Shop sales.csv', mimeType: 'text/csv', buffer: Buffer.from(shopSales(6, 160)) });
  await next('Target');
  await choose('Target', 'sales (Numeric)');
  await drawn('Histogram of sales');
  await shoot('new-project-target');
  await next('Time');
  await page.getByRole('radio', { name: 'Time series' }).check();
  await choose('Date column', 'date');
  await choose('Series ID columns', 'store');
  await page.getByText('Series ID: store').waitFor();
  await page.getByRole('textbox', { name: 'Gap before each' }).fill('3');
  await page.getByRole('img', { name: 'Timeline of backtests and holdout' }).waitFor();
  await shoot('new-project-time', true);
  await next('Models');
  await shoot('new-project-models');
  await next('Start');
  await page.getByRole('button', { name: 'Start modeling' }).click();
  await page.getByRole('region', { name: 'Leaderboard' }).waitFor({ timeout: 120_000 });
  await shoot('leaderboard-arriving');
  await page.getByText('recommended', { exact: true }).waitFor({ timeout: 300_000 });
  await shoot('leaderboard');
  const board = new URL(page.url()).pathname;
  for (const part of ['data', 'blueprints', 'jobs', 'settings']) {
    await open(`${board}/${part}`);
    await shoot(`project-${part}`);
  }
  await open('/projects');
  await shoot('projects');
  await open(board);
  await page
    .getByRole('row')
    .filter({ has: page.getByText('most accurate', { exact: true }) })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 2, name: 'Blueprint' }).waitFor();
  await shoot('model');
  const model = new URL(page.url()).pathname;
  await open(`${model}/accuracy`);
  await page.getByRole('button', { name: 'Sort by error' }).click();
  await page.getByRole('combobox', { name: 'Series, worst first' }).click();
  await page.getByRole('option', { name: /^Shop/ }).first().click();
  await drawn(/of Shop/);
  await shoot('model-accuracy', true);
  await open(`${model}/features`);
  await page.getByRole('button', { name: 'Compute feature impact' }).click();
  await drawn('Feature impact');
  await shoot('model-features');
  await open(`${model}/explanations`);
  await page.getByRole('button', { name: 'Compute explanations' }).click();
  await page.getByRole('region', { name: 'Explained rows' }).waitFor();
  await shoot('model-explanations');
  await open(`${model}/series`);
  await shoot('model-series');
  await open(`${model}/predictions`);
  await page
    .getByLabel('Data to predict on')
    .locator('input[type=file]')
    .setInputFiles({ name: 'recent.csv', mimeType: 'text/csv', buffer: Buffer.from(shopSales(6, 160)) });
  await page.getByRole('button', { name: 'Predict on recent.csv' }).click();
  await page.getByRole('button', { name: 'Show predictions on recent.csv' }).click();
  await page.getByRole('region', { name: 'Predictions' }).last().waitFor();
  await shoot('model-predictions', true);
  await page.getByRole('button', { name: 'Deploy' }).click();
  await shoot('model-deploy');
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
  await page.waitForURL(/\/deployments\/[0-9a-f]{24}$/);
  await open('/registry');
  await shoot('registry');
  await page.getByRole('region', { name: 'Registered models' }).getByRole('link').click();
  await page.getByRole('cell', { name: 'Version 1' }).first().waitFor();
  await shoot('registered-model');
}
