import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aKey, deployHousing, housingCsv, request } from './housing-deployment.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';

const LABEL = 'House sales';
const SERVICE_KEY = 'the key of this cloud';
const run = promisify(execFile);

inBrowser('the managed cloud', () => {
  let story: Story;
  let id: string;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    story = await beginStory({ ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: SERVICE_KEY });
    id = await deployHousing(story.page, LABEL);
    folder = await mkdtemp(join(tmpdir(), 'almanac-snippets-'));
    env = { ...process.env, ALMANAC_API_KEY: await aKey(story.page) };
  }, 180_000);
  afterAll(async () => {
    await story?.end();
    if (folder) await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const snippet = async (language: string, region: string): Promise<string> => {
    await story.page.getByRole('tab', { name: language }).click();
    return (await story.page.getByRole('region', { name: region }).locator('pre').textContent()) ?? '';
  };

  test('Try it predicts with the session alone, and nobody is signed out', async () => {
    await story.open(`/deployments/${id}/try`, LABEL);
    await story.page.getByRole('button', { name: 'Predict', exact: true }).click();
    await story.page.getByRole('region', { name: 'Predictions', exact: true }).waitFor();
    await story.page.getByText('A file', { exact: true }).click();
    await story.page
      .getByLabel('Rows to predict')
      .locator('input[type=file]')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(housingCsv(20, 0, false)) });
    await story.page.getByText('20 rows').waitFor();
    expect(new URL(story.page.url()).pathname).toBe(`/deployments/${id}/predictions`);
  });

  test('a key without the service key is refused', async () => {
    const headers = { authorization: `Bearer ${env.ALMANAC_API_KEY}`, 'content-type': 'text/csv' };
    const url = `${story.almanac.url}/predApi/v1.0/deployments/${id}/predictions`;
    const refused = await fetch(url, { method: 'POST', headers, body: housingCsv(1, 0, false) });
    expect([refused.status, (await refused.json()).message]).toEqual([
      401,
      expect.stringContaining('Predictions > Prediction API'),
    ]);
    expect(
      (await request(story.page, 'POST', `deployments/${id}/predictions`, { csv: housingCsv(1, 0, false) })).ok(),
    ).toBe(true);
  });

  test('Predictions > Prediction API shows the service key of the server', async () => {
    await story.page.getByRole('link', { name: 'Predictions', exact: true }).click();
    await story.page.getByRole('tab', { name: 'Prediction API' }).click();
    expect(await story.page.getByTestId('service key').textContent()).toBe(SERVICE_KEY);
    expect(await story.page.getByTestId('address').textContent()).toBe(story.almanac.url);
    await story.expectNoBarriers();
  });

  test('its snippets work as pasted: cURL, Python and JavaScript predict the same, from a row and from a file', async () => {
    await writeFile(join(folder, 'rows.csv'), housingCsv(20, 0, false));
    for (const rows of [1, 20]) {
      if (rows > 1) await story.page.getByText('A file', { exact: true }).click();
      await writeFile(join(folder, 'snippet.py'), await snippet('Python', 'Python code'));
      await writeFile(join(folder, 'snippet.js'), await snippet('JavaScript', 'JavaScript code'));
      const command = await snippet('cURL', 'cURL command');
      const printed = [
        await run('sh', ['-c', command], { cwd: folder, env }),
        await run('python3', ['snippet.py'], { cwd: folder, env }),
        await run(process.execPath, ['snippet.js'], { cwd: folder, env }),
      ].map(({ stdout }) => JSON.parse(stdout));
      expect(printed[0].data).toHaveLength(rows);
      expect(['yes', 'no']).toContain(printed[0].data[0].prediction);
      expect(printed[1]).toEqual(printed[0]);
      expect(printed[2]).toEqual(printed[0]);
    }
  });

  test('nothing broke on these pages, and nothing was asked of another server', () => {
    expect(story.wrong).toEqual([]);
  });
});
