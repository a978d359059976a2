import type { Story } from './story.ts';

const DAYS = 'date,name,store,Event Duration\n2026-01-01,New year,,1\n2026-03-05,Sale,Oslo,3\n';

/** Germany by its name; then a file, first one that is none. The second calendar is renamed and stays. */
export async function makeCalendars(story: Story): Promise<void> {
  const { page } = story;
  await story.open('/calendars', 'Calendars');
  await page.getByText('No calendars yet').waitFor();
  await story.expectNoBarriers();
  await page.getByRole('button', { name: 'Create the first calendar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Country' }).fill('German');
  await page.getByRole('option', { name: 'Germany' }).click();
  await dialog.getByLabel('From', { exact: true }).fill('2025-01-01');
  await dialog.getByLabel('To', { exact: true }).fill('2026-12-31');
  await story.expectNoBarriers();
  await dialog.getByRole('button', { name: 'Create the calendar' }).click();
  await story.heading('Germany holidays');
  await page.getByRole('region', { name: 'Events' }).getByText('2026-12-25').waitFor();
  await page.getByRole('img', { name: /^The events of each year/ }).waitFor();
  await story.expectNoBarriers();
  await page.getByRole('button', { name: 'Actions for Germany holidays' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the calendar' }).click();
  await page.getByText('No calendars yet').waitFor();

  await page.getByRole('button', { name: 'New calendar' }).click();
  await dialog.getByRole('tab', { name: 'A file' }).click();
  const send = (content: string) =>
    dialog
      .getByLabel('File of the calendar')
      .locator('input[type=file]')
      .setInputFiles({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await send('name,date\nSale,2026-03-05\n');
  await dialog.getByText(/must hold the dates/).waitFor();
  await dialog.getByLabel('Series ID column').fill('store');
  await send(DAYS);
  await page.getByRole('cell', { name: 'Oslo' }).waitFor();
  await page.getByRole('cell', { name: '3 days' }).waitFor();
  await story.expectNoBarriers();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Our days');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await story.heading('Our days');
}
