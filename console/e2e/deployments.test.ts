import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineBatch, predictFile } from './batches.ts';
import { deployHousing, housingCsv, request } from './housing-deployment.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';
import { runWorkload } from './workload.ts';

const LABEL = 'House sales';
const LARGEST = '9223372036854775807';

inBrowser('deployments', () => {
  let story: Story;
  let id: string;
  const at = (part = '') => `/deployments/${id}${part && `/${part}`}`;
  const alone = () => story.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const predict = () => story.page.getByRole('button', { name: 'Predict', exact: true }).click();
  const answer = () => story.page.getByRole('region', { name: 'Predictions', exact: true });

  beforeAll(async () => {
    story = await beginStory({});
  }, 120_000);
  afterAll(() => story?.end(), 60_000);

  /** Opens a page again until it shows something: figures come a few seconds after predictions. */
  const until = async (path: string, shown: () => Promise<boolean>) => {
    await expect
      .poll(
        async () => {
          await story.open(path, LABEL);
          return shown();
        },
        { timeout: 45_000 },
      )
      .toBe(true);
  };

  async function save(): Promise<void> {
    await story.page.getByRole('button', { name: 'Save', exact: true }).click();
    await story.page.getByText('Saved, and in force').waitFor();
  }

  test('an empty list says how to get a deployment; then one is there, with its health', async () => {
    await story.open('/deployments', 'Deployments');
    await story.page.getByText('No deployments yet').waitFor();
    await story.expectNoBarriers();
    id = await deployHousing(story.page, LABEL);
    await story.open('/deployments', 'Deployments');
    const row = story.page.getByRole('row').filter({ hasText: LABEL });
    expect(await row.getByText('unknown').count()).toBe(3);
    await story.page.getByRole('combobox', { name: 'Service' }).click();
    await story.page.getByRole('option', { name: 'failing' }).click();
    await story.page.getByText('None looks like this').waitFor();
    expect(story.page.url()).toContain('service=failing');
    await story.open('/deployments', 'Deployments');
    await row.getByRole('link', { name: LABEL }).click();
    await story.heading(LABEL);
    await story.page.getByText('answers now').waitFor();
  }, 120_000);

  test('the form begins with usual values, answers with reasons, and writes the program for it', async () => {
    await story.page.getByRole('link', { name: 'Predictions', exact: true }).click();
    await story.page.getByLabel('size', { exact: true }).fill('95');
    expect(await story.page.getByRole('combobox', { name: 'town' }).inputValue()).toMatch(/Oslo|Rome|Lima/);
    await predict();
    await answer().getByText('yes', { exact: true }).waitFor();
    await answer()
      .getByText(/^size = 95: \+/)
      .waitFor();
    await story.page.getByRole('tab', { name: 'JavaScript' }).click();
    const program = story.page.getByRole('region', { name: 'JavaScript code' });
    expect(await program.textContent()).toContain('"size":95');
    await story.expectNoBarriers();
    await story.page.getByLabel('size', { exact: true }).fill('large');
    await predict();
    await story.page.getByRole('alert', { name: 'No prediction' }).getByText(/size/).waitFor();
  });

  test('a file of rows is answered row by row', async () => {
    await story.page.getByText('A file', { exact: true }).click();
    await story.page
      .getByLabel('Rows to predict')
      .locator('input[type=file]')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(housingCsv(20, 0, false)) });
    await story.page.getByText('20 rows').waitFor();
  });

  test('the Prediction API tab has the address and no key, since none is required here', async () => {
    await story.page.getByRole('tab', { name: 'Prediction API' }).click();
    expect(await story.page.getByTestId('address').textContent()).toBe(story.almanac.url);
    await story.page.getByText('Not required on this installation.').waitFor();
    const command = story.page.getByRole('region', { name: 'cURL command' });
    expect(await command.textContent()).toContain(`/predApi/v1.0/deployments/${id}/predictions`);
    expect(await command.textContent()).not.toContain('service-key');
    expect(story.page.url()).toContain('tab=prediction-api');
    await story.expectNoBarriers();
  });

  test('service health counts the requests and the refusal', async () => {
    const tile = (name: RegExp) => story.page.getByRole('button', { name });
    await until(at('service'), async () => (await tile(/^Requests 3$/).count()) === 1);
    expect(await tile(/^Predictions 21$/).count()).toBe(1);
    await tile(/^Refused/).click();
    await story.page.getByRole('heading', { name: 'Refused over time' }).waitFor();
    expect(story.page.url()).toContain('metric=userErrorRate');
    await story.expectNoBarriers();
  });

  test('rows that moved show as drift, feature by feature', async () => {
    const sent = await request(story.page, 'POST', `deployments/${id}/predictions`, {
      csv: housingCsv(300, 60, false),
    });
    expect(sent.status()).toBe(200);
    await until(at('drift'), async () => (await story.page.getByText('Drift: failing').count()) === 1);
    await story.page
      .getByRole('region', { name: 'Drift of each feature' })
      .getByRole('button', { name: 'size' })
      .click();
    const bars = story.page.getByRole('img', { name: 'size: training data and now' });
    await bars.locator('canvas').waitFor();
    await story.page.getByRole('img', { name: 'sold: training data and now' }).locator('canvas').waitFor();
    await story.expectNoBarriers();
  });

  test('a quota edited here refuses the very next prediction, and says why', async () => {
    await story.page.getByRole('link', { name: 'Quota', exact: true }).click();
    await story.page.getByRole('button', { name: 'Set limits' }).click();
    await story.page.getByRole('button', { name: 'Add a limit' }).click();
    const limit = story.page.getByRole('textbox', { name: 'Limit 1' });
    await limit.fill('none');
    expect(await story.page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await limit.fill('1');
    await story.page.getByRole('combobox', { name: 'Window of limit 1' }).click();
    await story.page.getByRole('option', { name: 'a day' }).click();
    await story.page.getByLabel('Capacity a minute').fill('1000');
    await story.page.getByLabel('Saturation threshold, %').fill('80');
    await story.page.getByRole('button', { name: 'Add a consumer' }).click();
    const dialog = story.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Consumer' }).click();
    await story.page.getByRole('option', { name: 'ada' }).click();
    await dialog.getByLabel('Reserved share, %').fill('30');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await story.page.getByText('30 % reserved, 70 % for everybody').waitFor();
    await story.page.getByText(/Threshold and shares come to 110 %/).waitFor();
    await story.page.getByLabel('Saturation threshold, %').fill('70');
    await save();
    await story.expectNoBarriers();
    await request(story.page, 'POST', `deployments/${id}/predictions`, { csv: housingCsv(1, 0, false) });
    await story.open(at('try'), LABEL);
    await predict();
    await story.page
      .getByRole('alert', { name: 'No prediction' })
      .getByText(/has used 1 of 1 requests per day/)
      .waitFor();
  });

  test('shadow mode lets through what it would refuse; limits keep all their digits', async () => {
    await story.open(at('quota'), LABEL);
    await story.page.getByRole('region', { name: 'Usage', exact: true }).getByText('ada (you)').first().waitFor();
    await story.page.getByLabel('Shadow mode: count, never refuse').check();
    await save();
    await story.page.getByRole('button', { name: 'Today' }).click();
    await story.page.getByText('Would be refused', { exact: true }).first().waitFor();
    await story.open(at('try'), LABEL);
    await predict();
    await answer().waitFor();
    await story.open(at('quota'), LABEL);
    await story.page.getByRole('textbox', { name: 'Limit 1' }).fill(LARGEST);
    await save();
    await story.open('/quotas', 'Quotas');
    await story.page.getByText('9,223,372,036,854,775,807 requests a day').waitFor();
    const kept = await request(story.page, 'GET', 'quotas/?offset=0&limit=10');
    expect(await kept.text()).toContain(`"limit":${LARGEST}`);
  });

  test('actuals are uploaded, and accuracy shows', async () => {
    await story.open(at('settings'), LABEL);
    await story.page.getByLabel('Association id').first().fill('id');
    await story.page.keyboard.press('Enter');
    await story.page.getByRole('button', { name: 'Save settings' }).click();
    await story.page.getByText('Changed: associationId').waitFor({ state: 'detached' });
    await request(story.page, 'POST', `deployments/${id}/predictions`, { csv: housingCsv(30, 1, false) });
    const actuals = Array.from({ length: 30 }, (_, i) => `house-1-${i},${i % 2 ? 'yes' : 'no'}`);
    await story.open(at('accuracy'), LABEL);
    await story.page.getByLabel('Or as text').fill(['associationId,actualValue', ...actuals].join('\n'));
    await story.page.getByRole('button', { name: 'Upload', exact: true }).click();
    await story.page.getByText('30 actuals received').waitFor();
    await until(
      at('accuracy'),
      async () => (await story.page.getByRole('heading', { name: 'Now and in training' }).count()) === 1,
    );
    await story.expectNoBarriers();
  });

  test('a custom metric is made, and its value drawn', async () => {
    await story.open(at('metrics'), LABEL);
    await story.page.getByRole('button', { name: 'Create a metric' }).click();
    await story.page.getByLabel('Name').fill('Money saved');
    await story.page.getByLabel('Unit').fill('EUR');
    await story.page.getByRole('button', { name: 'Create', exact: true }).click();
    await story.page.getByRole('button', { name: 'Actions for Money saved' }).click();
    await story.page.getByRole('menuitem', { name: 'Report a value' }).click();
    await story.page.getByLabel('Value, EUR').fill('120');
    await story.page.getByRole('button', { name: 'Report it' }).click();
    await story.page.getByRole('cell', { name: '120 EUR' }).waitFor();
    await story.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await story.page.getByRole('button', { name: 'Add a condition: Failing when' }).click();
    await story.page.getByLabel('Failing when 1: threshold').fill('200');
    await story.page.getByRole('button', { name: 'Save health settings' }).click();
    await story.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await story.page.getByText(/Money saved/).waitFor();
  });

  test('a registered version is downloaded as ONNX, and one that ONNX cannot express is refused with the reason', async () => {
    const { page } = story;
    const openVersion = async (deploymentId: string) => {
      const { modelPackage, model } = await (await request(page, 'GET', `deployments/${deploymentId}/`)).json();
      await page.goto(`${story.almanac.url}/registry/${modelPackage.registeredModelId}`);
      await page.getByRole('cell', { name: model.type }).waitFor();
      await story.expectNoBarriers();
      await page.getByRole('button', { name: 'Actions for version 1' }).click();
    };
    await openVersion(id);
    const arrives = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as ONNX' }).click();
    const file = await arrives;
    expect(file.suggestedFilename()).toMatch(/\.onnx$/);
    expect((await readFile(await file.path())).includes('probabilities')).toBe(true);

    const baseline = await deployHousing(page, 'Baseline', /baseline|majority/i);
    await openVersion(baseline);
    await page.getByRole('menuitem', { name: 'Download as ONNX' }).click();
    await page
      .getByRole('alert')
      .getByText(/cannot be expressed in ONNX/)
      .waitFor();
    await story.expectNoBarriers();
    await request(page, 'DELETE', `deployments/${baseline}/`);
  }, 180_000);

  test('a file is predicted as a batch and fetched', () => predictFile(story, LABEL));
  test('a batch is defined once, run by hand and by a schedule, and deleted', () => defineBatch(story, LABEL));
  test('a service is registered, called, limited and stopped', () => runWorkload(story));

  test.for([
    '',
    'predictions',
    'service',
    'accuracy',
    'metrics',
    'batches',
    'challengers',
    'retraining',
    'settings',
    'quota',
  ])('the page %s of a deployment has no serious barrier', async (part) => {
    await story.open(at(part), LABEL);
    await alone();
    await story.expectNoBarriers();
  });

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(story.wrong).toEqual([]);
  });
});
