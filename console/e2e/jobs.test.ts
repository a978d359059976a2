import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';

const KEY = 'key-of-ada-for-the-jobs-page-0123456789';
const GRACE = { username: 'grace', password: 'seven quiet compilers' };

/** Six times the same table: it would take centuries. */
const LETTERS = 'abcdef'.split('');
const SIX_FOLD =
  `SELECT count(*) AS n FROM ${LETTERS.map((letter) => `numbers ${letter}`).join(' CROSS JOIN ')} ` +
  `WHERE ${LETTERS.map((letter) => `${letter}.i`).join(' + ')} = -1`;

inBrowser('all work of the organization', () => {
  let story: Story;
  let statusId: string;
  /** Grace's own credentials. */
  let hers = '';

  async function api(authorization: string, line: string, body?: object | FormData) {
    const [method = '', path = ''] = line.split(' ');
    const isForm = body instanceof FormData;
    const answer = await fetch(`${story.almanac.url}/api/v2/${path}`, {
      method,
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${line}: ${answer.status} ${text}`);
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }
  const idOf = ({ headers }: { headers: Headers }) => headers.get('location')?.split('/').at(-2) ?? '';
  const state = async (id: string) => (await api(hers, `GET status/${id}/`)).body;

  const reaches = (id: string, status: string) =>
    vi.waitFor(async () => expect(await state(id)).toMatchObject({ status }), { timeout: 60_000, interval: 100 });

  beforeAll(async () => {
    story = await beginStory({ ALMANAC_ADMIN_API_KEY: KEY });
    await api(`Bearer ${KEY}`, 'POST users/', GRACE);
    hers = `Bearer ${(await api('', 'POST api_token/', GRACE)).body.api_token}`;
    const form = new FormData();
    const rows = Array.from({ length: 3000 }, (_, i) => i).join('\n');
    form.append('file', new Blob([`i\n${rows}\n`]), 'numbers.csv');
    const uploaded = await api(hers, 'POST datasets/fromFile/', form);
    await reaches(idOf(uploaded), 'COMPLETED');
    const { catalogId: datasetId } = uploaded.body;
    await api(hers, `PATCH datasets/${datasetId}/`, { name: 'numbers' });
    const recipe = { datasetId, dialect: 'spark', recipeType: 'sql' };
    const { recipeId } = (await api(hers, 'POST recipes/fromDataset/', recipe)).body;
    await api(hers, `PATCH recipes/${recipeId}/`, { name: 'Runaway', sql: SIX_FOLD });
    statusId = idOf(await api(hers, `POST recipes/${recipeId}/preview/`, {}));
    await reaches(statusId, 'RUNNING');
  }, 180_000);

  afterAll(() => story?.end(), 60_000);

  test('an administrator sees who started it and since when', async () => {
    const { page } = story;
    await story.open('/jobs', 'Jobs');
    await page.getByText('Nothing is running').waitFor();
    await page.getByRole('tab', { name: 'All work of the organization' }).click();
    const row = page.getByRole('row', { name: 'Preview of the recipe Runaway' });
    await row.getByRole('cell', { name: GRACE.username, exact: true }).waitFor();
    await row.getByText('running', { exact: false }).waitFor();
    expect(await row.locator('time').count()).toBe(2);
    await row.getByText('30 min').waitFor();
    await story.expectNoBarriers();
  });

  test('and cancels it, after a question', async () => {
    const { page } = story;
    const button = page.getByRole('button', { name: 'Cancel Preview of the recipe Runaway of grace' });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('started by grace').waitFor();
    await story.expectNoBarriers();
    await dialog.getByRole('button', { name: 'Back', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await state(statusId)).toMatchObject({ status: 'RUNNING' });
    await button.click();
    await dialog.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('Nobody in your organization has work').waitFor();
    const message = 'The job was cancelled by the administrator ada.';
    expect(await state(statusId)).toMatchObject({ status: 'ABORTED', message });
  });

  test('nobody else has that page', async () => {
    const herPage = await story.page.context().browser()?.newPage();
    if (herPage === undefined) throw new Error('The browser is gone.');
    await herPage.goto(`${story.almanac.url}/login`);
    await herPage.getByLabel('Username').fill(GRACE.username);
    await herPage.getByLabel('Password', { exact: true }).fill(GRACE.password);
    await herPage.getByRole('button', { name: 'Sign in' }).click();
    await herPage.getByRole('heading', { level: 1, name: 'Welcome, grace' }).waitFor();
    await herPage.goto(`${story.almanac.url}/jobs?tab=organization`);
    await herPage.getByText('Nothing is running').waitFor();
    expect(await herPage.getByRole('tab').count()).toBe(0);
    await herPage.close();
  });

  test('nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(story.wrong).toEqual([]);
  });
});
