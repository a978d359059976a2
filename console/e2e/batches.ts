import { expect } from 'vitest';
import { housingCsv } from './housing-deployment.ts';
import type { Story } from './story.ts';

const csv = (content: string) => ({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

async function chooseDeployment({ page }: Story, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Deployment' }).click();
  await page.getByRole('option', { name: label }).click();
}

/** A file is sent, answered and fetched. */
export async function predictFile(story: Story, label: string): Promise<void> {
  const { page } = story;
  await story.open('/batch-predictions', 'Batch predictions');
  await page.getByRole('button', { name: 'Predict the first file' }).click();
  await chooseDeployment(story, label);
  const rows = page.getByRole('dialog').getByLabel('Rows to predict').locator('input[type=file]');
  await rows.setInputFiles(csv(housingCsv(40, 2, false)));
  const link = page.getByRole('link', { name: 'Download' });
  await link.waitFor();
  await page.getByRole('link', { name: label }).waitFor();
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/^result-.*\.csv$/);
  await story.expectNoBarriers();
}

/** Rows of a dataset are answered again and again: by hand, then every week. */
export async function defineBatch(story: Story, label: string): Promise<void> {
  const { page } = story;
  await story.open('/datasets', 'Datasets');
  await page.locator('input[type=file]').setInputFiles(csv(housingCsv(30, 3, false)));
  await page.getByText('rows.csv is ready').waitFor();
  await story.open('/batch-predictions/definitions', 'Batch predictions');
  await page.getByText('No definitions yet').waitFor();
  await story.expectNoBarriers();
  await page.getByRole('button', { name: 'Create the first definition' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weekly housing');
  await chooseDeployment(story, label);
  await dialog.getByRole('combobox', { name: 'Dataset' }).click();
  await page.getByRole('option', { name: 'rows.csv' }).click();
  await story.expectNoBarriers();
  await dialog.getByRole('button', { name: 'Create definition' }).click();
  await page.getByRole('cell', { name: 'when somebody says so' }).waitFor();

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Weekly housing' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Run now');
  await page.getByText('Only those of the definition Weekly housing').waitFor();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await page.getByRole('link', { name: 'Definitions' }).click();
  await page.getByText('done', { exact: true }).waitFor();

  await choose('Edit');
  await dialog.getByRole('combobox', { name: 'Runs' }).click();
  await page.getByRole('option', { name: 'every week' }).click();
  await dialog.getByRole('combobox', { name: 'On', exact: true }).click();
  await page.getByRole('option', { name: 'Friday' }).click();
  await dialog.getByLabel('At (UTC)').fill('04:30');
  await story.expectNoBarriers();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'every Friday at 04:30 UTC', exact: true }).waitFor();
  await page
    .getByRole('cell', { name: /04:30 UTC$/ })
    .nth(1)
    .waitFor();
  await choose('Pause the schedule');
  await page.getByRole('cell', { name: 'not planned' }).waitFor();
  await story.expectNoBarriers();
  await choose('Delete');
  await page.getByRole('button', { name: 'Delete the definition' }).click();
  await page.getByText('No definitions yet').waitFor();
}
