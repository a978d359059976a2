import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousBarriers } from './accessibility.ts';
import { makeCalendars } from './calendars.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';

const CITIES = ['Lyon', 'Porto', 'Ghent'];
const LINES = Array.from({ length: 60 }, (_, i) => `2024-03-${10 + (i % 20)},${CITIES[i % 3]},${2 + (i % 9)},${i % 7}`);
const SALES = ['date,city,price,pieces', ...LINES].join('\n');

/** From a file to the table somebody wanted; each step begins where the last one ended. */
inBrowser('data', () => {
  let story: Story;
  let page: Page;
  let wrong: readonly string[];
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    story = await beginStory({});
    ({ page, wrong } = story);
    await page.goto(`${story.almanac.url}/datasets`);
    await heading('Datasets');
  }, 120_000);

  afterAll(() => story?.end(), 60_000);

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const send = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const rows = () => page.getByRole('region', { name: 'Rows of the preview' });
  async function addStep(kind: RegExp): Promise<void> {
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
  }
  const remember = (name: string) => addresses.set(name, new URL(page.url()).pathname);

  test('an upload shows how far it is, and can be stopped', async () => {
    await page.getByText('No datasets yet').waitFor();
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await send('large.csv', `a\n${'123456789\n'.repeat(200_000)}`);
    await page.getByRole('progressbar', { name: 'Progress of sending large.csv' }).waitFor();
    await page.getByText('of 2 MB').waitFor();
    await page.getByRole('button', { name: 'Cancel sending large.csv' }).click();
    await page.getByText('of 2 MB').waitFor({ state: 'detached' });
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await page.getByText('No datasets yet').waitFor();
  });

  test('a dropped file that is no table says on which line and why', async () => {
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['a,b\\n1,2\\n1,2,3,4\\n'], 'broken.csv', { type: 'text/csv' }));
      return transfer;
    })()`);
    const zone = page.getByRole('region', { name: 'File of the new dataset' });
    await zone.dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('alert', { name: 'broken.csv could not be read' }).getByText('line 3').waitFor();
  });

  test('a file is sent, read and profiled', async () => {
    await send('sales.csv', SALES);
    await page.getByText('sales.csv is ready.').waitFor();
    await page.getByRole('link', { name: 'Open its profile' }).click();
    await heading('sales.csv');
    remember('dataset');
    await page.getByText('60 rows').waitFor();
    await page.getByRole('button', { name: 'price', exact: true }).click();
    await page.getByRole('img', { name: 'Histogram of price' }).waitFor();
    await page.getByText('Show the numbers').click();
    const bars = page.getByRole('region', { name: 'Histogram of price, as a table' }).getByRole('row');
    expect(await bars.count()).toBeGreaterThan(5);
    expect(new URL(page.url()).searchParams.get('feature')).toBe('price');
  });

  test('its rows, and a feature list that is made and deleted', async () => {
    await page.getByRole('tab', { name: 'Rows' }).click();
    await page.getByRole('region', { name: 'Rows', exact: true }).getByText('Porto').first().waitFor();
    await page.getByRole('tab', { name: 'Feature lists' }).click();
    await page.getByRole('button', { name: 'Create list' }).click();
    await page.getByLabel('Name').fill('Worth learning');
    await page.getByRole('combobox', { name: 'Features' }).fill('pri');
    await page.getByRole('option', { name: 'price' }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
    await page.getByRole('button', { name: 'Delete Worth learning' }).click();
    await page.getByText('Worth learning').waitFor({ state: 'detached' });
  });

  test('a recipe: a first step changes the rows at once', async () => {
    await page.getByRole('button', { name: 'New recipe' }).click();
    await heading('sales recipe');
    remember('recipe');
    await page.getByText('60 of 60 rows').waitFor();
    await addStep(/^Filter rows/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Column').fill('city');
    await dialog.getByLabel('Value').fill('Porto');
    expect(await seriousBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add step' }).click();
    await page.getByText('Keep rows where city is Porto').waitFor();
    await page.getByText('20 of 20 rows').waitFor();
  });

  test('a preview of fewer rows is quicker, and publishing keeps all of them', async () => {
    await page.getByRole('button', { name: 'Change which rows' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'A preview looks at' }).click();
    await page.getByRole('option', { name: 'the first rows' }).click();
    await dialog.getByLabel('At most').fill('9');
    expect(await seriousBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The preview looks at the first 9 rows; publishing keeps all rows.').waitFor();
    await page.getByText('3 of 3 rows').waitFor();
    await page.getByRole('button', { name: 'Change which rows' }).click();
    await dialog.getByRole('combobox', { name: 'A preview looks at' }).click();
    await page.getByRole('option', { name: 'all rows' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('20 of 20 rows').waitFor();
  });

  test('a wrong step shows its error at the step, and the rows before it stay within reach', async () => {
    await addStep(/^Compute a column/);
    await page.getByLabel('Name of the new column').fill('sales');
    await page.getByLabel('Expression').fill('price * peices');
    await page.getByRole('button', { name: 'Add step' }).click();
    const second = page.getByRole('region', { name: 'Steps' }).getByRole('listitem').nth(1);
    await second.getByRole('alert', { name: 'Step 2 cannot be done' }).getByText('Did you mean "pieces"').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'the rows before it' }).click();
    await page.getByText('After step 1.').waitFor();
    await rows().waitFor();
  });

  test('it is mended, told as SQL, and published', async () => {
    await page.getByRole('button', { name: 'Actions for step 2, Compute a column' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Expression').fill('price * pieces');
    await page.getByRole('button', { name: 'Save step' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show the result' }).click();
    await rows().getByRole('columnheader', { name: 'sales' }).waitFor();
    await page.getByRole('tab', { name: 'SQL' }).click();
    await page.getByRole('region', { name: 'SQL', exact: true }).getByText("= 'Porto'").waitFor();
    await page.getByRole('tab', { name: 'Insights' }).click();
    await page.getByRole('button', { name: 'sales', exact: true }).click();
    await page.getByRole('img', { name: 'Histogram of sales' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByLabel('Name of the new dataset').fill('Porto');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Open Porto' }).click();
    await heading('Porto');
    await page.getByText('20 rows').waitFor();
    await page.getByRole('button', { name: 'sales', exact: true }).waitFor();
  });

  test('a use case holds both datasets', async () => {
    await page.getByRole('link', { name: 'Use cases' }).click();
    await page.getByRole('button', { name: 'Create the first use case' }).click();
    await page.getByLabel('Name').fill('Bakeries');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await heading('Bakeries');
    remember('use case');
    for (const name of ['sales.csv', 'Porto']) {
      await page.getByRole('button', { name: 'Add something' }).click();
      await page.getByRole('combobox', { name: 'Dataset' }).click();
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Take out Porto' }).click();
    await page.getByRole('link', { name: 'Porto' }).waitFor({ state: 'detached' });
  });

  test('holidays of a country and days of a file become calendars', () => makeCalendars(story));

  const at = (name: string, search = '') => `${addresses.get(name) ?? ''}${search}`;
  const places = [
    { name: 'the catalogue', path: () => '/datasets', text: 'sales.csv' },
    { name: 'a search for nothing', path: () => '/datasets?search=nowhere', text: 'Nothing is called' },
    { name: 'a profile', path: () => at('dataset'), text: 'Show the numbers' },
    { name: 'a list of versions', path: () => at('dataset', '?tab=versions'), text: 'latest' },
    { name: 'a list of uses', path: () => at('dataset', '?tab=uses'), text: 'No project uses it yet' },
    { name: 'the list of recipes', path: () => '/recipes', text: 'sales recipe' },
    { name: 'a recipe', path: () => at('recipe'), text: '20 of 20 rows' },
    { name: 'the list of calendars', path: () => '/calendars', text: 'Our days' },
    { name: 'the list of use cases', path: () => '/use-cases', text: 'Bakeries' },
    { name: 'a use case', path: () => at('use case'), text: 'sales.csv' },
    { name: 'a list of members', path: () => at('use case', '?tab=members'), text: 'person' },
  ];
  for (const scheme of ['light', 'dark'] as const) {
    test.for(places)(`$name has no serious barrier in ${scheme}`, async ({ path, text }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(story.almanac.url + path());
      await page.getByText(text).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect(await seriousBarriers(page)).toEqual([]);
    });
  }

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(wrong).toEqual([]);
  });
});
