import { describe, expect, test } from 'vitest';
import { csvOf } from '../../deployments.fixtures.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { DEFAULT_SETTINGS } from '../../records/deployment-settings.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';

const { platform, ada, ask, scored, person, ask: _, ...app } = await batchApp();
const settings = { associationId: { ...DEFAULT_SETTINGS.associationId, columnNames: ['id'] } };
const regression = await aDeployment(platform, ada, 'regression', { settings });
const binary = await aDeployment(platform, ada, 'binary');
const multiclass = await aDeployment(platform, ada, 'multiclass');
const series = await aDeployment(platform, ada, 'series');
const create = (body: object) => ask(`POST ${PATH}`, body);

describe('what is asked for is what the results hold', () => {
  test('passthrough, renamed and dropped columns, the association id by itself', async () => {
    const rows = 'id,size,colour,rooms,note\n7,100,red,3,"a, ""b"""\n8,50,blue,2,\n';
    const { lines } = await scored(
      {
        deploymentId: regression.id,
        passthroughColumns: ['note'],
        columnNamesRemapping: { price_PREDICTION: 'price', DEPLOYMENT_APPROVAL_STATUS: null },
      },
      rows,
    );
    expect(lines[0]).toBe('price,note,id');
    expect(lines[1]).toMatch(/^[\d.]+,"a, ""b""",7$/);
    expect(lines[2]).toMatch(/^[\d.]+,,8$/);
    const all = await scored(
      { deploymentId: binary.id, passthroughColumnsSet: 'all', includeProbabilities: false },
      housingRows(2),
    );
    expect(all.lines[0]).toBe('sold_PREDICTION,DEPLOYMENT_APPROVAL_STATUS,size,colour,rooms');
  });

  test('rows without an association id are given one, under which they are known', async () => {
    const associationId = { ...settings.associationId, autoGenerateId: true };
    const named = await aDeployment(platform, ada, 'regression', { settings: { associationId } });
    const { id, lines } = await scored({ deploymentId: named.id }, 'id,size,colour,rooms\n7,100,red,3\n,50,blue,2\n');
    expect(lines[0]?.endsWith(',id')).toBe(true);
    const ids = lines.slice(1).map((line) => line.split(',').at(-1));
    expect(ids).toEqual(['7', expect.stringMatching(new RegExp(`^${id}-0-\\d+-1$`))]);
    const known = await app.eventually(async () => {
      const { data } = (await ask(`GET /api/v2/deployments/${named.id}/predictionResults/`)).body;
      return data.length === 2 ? data : null;
    });
    expect(known.map((row: { associationId: string }) => row.associationId).sort()).toEqual(ids.toSorted());
  });

  test('classes, thresholds, explanations', async () => {
    const some = await scored({ deploymentId: multiclass.id, includeProbabilitiesClasses: ['villa'] }, housingRows(3));
    expect(some.lines[0]).toBe('kind_villa_PREDICTION,kind_PREDICTION,DEPLOYMENT_APPROVAL_STATUS');
    const strict = await scored({ deploymentId: binary.id, predictionThreshold: 1 }, housingRows(50));
    expect(new Set(strict.lines.slice(1).map((line) => line.split(',')[2]))).toEqual(new Set(['no']));
    const why = await scored(
      { deploymentId: regression.id, maxExplanations: 2, predictionWarningEnabled: true },
      housingRows(5),
    );
    expect(why.lines[0]).toContain('EXPLANATION_2_FEATURE_NAME');
    expect(why.lines[0]).toContain('IS_OUTLIER_PREDICTION');
  });

  test('another delimiter, quote and charset, in and out', async () => {
    const rows = Buffer.from("size;colour;rooms;größe\n100;red;3;'ä;b'\n", 'latin1');
    const csvSettings = { delimiter: ';', quotechar: "'", encoding: 'latin-1' };
    const { text, job } = await scored({ deploymentId: binary.id, csvSettings, passthroughColumns: ['größe'] }, rows);
    expect(job.status).toBe('COMPLETED');
    const stored = await ask(`GET ${PATH}${job.id}/download/`);
    expect(linesOf(text)[0]).toMatch(/^sold_yes_PREDICTION;sold_no_PREDICTION/);
    expect(Buffer.from(stored.text).length).toBeGreaterThan(0);
    expect(linesOf(text)[1]).toMatch(/;'..b'$/);
  });
});

describe('rows that cannot be scored', () => {
  const rows = `${housingRows(5).trimEnd()}\nmany,red,3\n60,green,2,surplus\n70,green\n80,red,2\n`;

  test('say why where they stand, and the others are scored', async () => {
    const { lines, job } = await scored({ deploymentId: regression.id, includePredictionStatus: true }, rows);
    expect(job).toMatchObject({ status: 'COMPLETED', scoredRows: 6, failedRows: 3 });
    expect(lines).toHaveLength(10);
    expect(lines[6]).toContain('is not a number');
    expect(lines[7]).toBe(',,"The row has 4 cells, the header has 3"');
    expect(lines[8]).toContain('The row has 2 cells');
    expect(lines[9]).toMatch(/^[\d.]+,APPROVED,OK$/);
    expect(job.logs.join('\n')).toContain('A row was not scored');
  });

  test('end the job at a hundred, unless told to go on; or at the first', async () => {
    const bad = `size,colour,rooms\n${'x,red,1\n'.repeat(150)}`;
    expect((await scored({ deploymentId: regression.id }, bad)).job).toMatchObject({ status: 'ABORTED' });
    const going = await scored({ deploymentId: regression.id, abortOnError: false }, bad);
    expect(going.job).toMatchObject({ status: 'COMPLETED', failedRows: 150, scoredRows: 0 });
    const first = await scored(
      { deploymentId: regression.id, disableRowLevelErrorHandling: true },
      `${housingRows(3)}x,red,1\n`,
    );
    expect(first.job.status).toBe('FAILED');
  });

  test('without a column the model needs, the job fails and names it', async () => {
    const { job } = await scored({ deploymentId: regression.id }, 'size,rooms\n1,2\n');
    expect([job.status, job.statusDetails]).toEqual(['FAILED', expect.stringContaining('"colour"')]);
  });
});

test('time series: history in, forecasts out', async () => {
  const rows = csvOf(series.table);
  const ahead = Array.from({ length: 7 }, (_, day) => `2024-03-${String(31 + day).padStart(2, '0')}`);
  const { job, lines } = await scored(
    { deploymentId: series.id, timeseriesSettings: { type: 'forecast', relaxKnownInAdvanceFeaturesCheck: true } },
    rows,
  );
  expect(job.logs).toContainEqual(expect.stringContaining('rows were scored'));
  expect(lines[0]).toContain('FORECAST_DISTANCE,sales (actual)_PREDICTION');
  expect(lines).toHaveLength(1 + 3 * ahead.length);
  expect(job.skippedRows).toBe(series.table.rows);
});

test('time series: explained by parts that add up; a date out of reach fails the job with the last date known', async () => {
  const local = await aDeployment(platform, ada, 'series', { blueprints: ['comb'] });
  const timeseriesSettings = { type: 'forecast', relaxKnownInAdvanceFeaturesCheck: true };
  const why = { explanationAlgorithm: 'shap', maxExplanations: 3, deploymentId: local.id, timeseriesSettings };
  const { lines } = await scored(why, csvOf(local.table));
  const [head = [], first = []] = lines.map((line) => line.split(','));
  const cell = (name: string): string => first[head.indexOf(name)] ?? '';
  const parts = [1, 2, 3].map((n) => [
    cell(`EXPLANATION_${n}_FEATURE_NAME`),
    Number(cell(`EXPLANATION_${n}_STRENGTH`)),
  ]) as [string, number][];
  expect(parts.map(([name]) => name).sort()).toEqual(['Level', 'Season (weekly)', 'Trend']);
  expect(parts.reduce((sum, [, strength]) => sum + strength, 0)).toBeCloseTo(
    Number(cell('sales (actual)_PREDICTION')),
    6,
  );
  const far = 'date,store,promotion,sales\n2032-05-01,shop 1,0,\n';
  const { job } = await scored({ deploymentId: local.id, timeseriesSettings }, far);
  expect([job.status, job.statusDetails]).toEqual([
    'FAILED',
    expect.stringMatching(/shop 1.*2032-05-01.* out of reach: the last date known is 2024-03-30/),
  ]);
});

test.each([
  [{ deploymentId: 'no-such' }, 'deploymentId'],
  [{ modelPackageId: 'no-such' }, 'modelPackageId'],
  [{ modelId: 'no-such' }, 'modelId'],
  [{}, 'deploymentId'],
  [{ deploymentId: 'R', modelId: 'x' }, 'modelId'],
  [{ deploymentId: 'R', unheard: 1 }, 'unheard'],
  [{ deploymentId: 'R', chunkSize: 5 }, 'chunkSize'],
  [{ deploymentId: 'R', passthroughColumns: ['price_PREDICTION'] }, 'passthroughColumns'],
  [{ deploymentId: 'R', passthroughColumns: ['a'], passthroughColumnsSet: 'all' }, 'passthroughColumnsSet'],
  [{ deploymentId: 'R', timeseriesSettings: { type: 'forecast' } }, 'timeseriesSettings'],
  [{ deploymentId: 'R', predictionThreshold: 0.5 }, 'predictionThreshold'],
  [{ deploymentId: 'R', predictionInstance: { hostName: 'x' } }, 'predictionInstance'],
  [{ deploymentId: 'R', csvSettings: { encoding: 'klingon' } }, 'csvSettings.encoding'],
  [{ deploymentId: 'R', csvSettings: { encoding: 'utf-16' } }, 'csvSettings.encoding'],
  [{ deploymentId: 'R', pinnedModelId: 'x' }, 'pinnedModelId'],
  [{ deploymentId: 'R', intakeSettings: { type: 'azure', url: 'x' } }, 'intakeSettings.type'],
  [{ deploymentId: 'R', outputSettings: { type: 'bigquery' } }, 'outputSettings.type'],
  [{ deploymentId: 'R', intakeSettings: { type: 'dataset', datasetId: 'x' } }, 'intakeSettings'],
  [{ deploymentId: 'R', intakeSettings: { type: 'jdbc', dataStoreId: 'x', table: 't' } }, 'intakeSettings'],
  [
    { deploymentId: 'R', outputSettings: { type: 'jdbc', dataStoreId: 'x', table: 't', statementType: 'update' } },
    'outputSettings.updateColumns',
  ],
])('422: %j names %s', async (body, field) => {
  const sent = {
    ...body,
    ...('deploymentId' in body && body.deploymentId === 'R' ? { deploymentId: regression.id } : {}),
  };
  const answer = await create(sent);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, expect.arrayContaining([field])]);
});

test('an inactive deployment is refused; jobs are their makers’ and their deployment’s owners’', async () => {
  const inactive = await aDeployment(platform, ada, 'regression', { status: 'inactive' });
  const refused = await create({ deploymentId: inactive.id });
  expect([refused.status, refused.body.errors.deploymentId]).toEqual([422, expect.stringContaining('inactive')]);
  const { id } = (await create({ modelPackageId: regression.row.id })).body;
  const bob = await person({ organization: 'Batches' });
  expect((await app.askAs(bob.key, `GET ${PATH}${id}/`)).status).toBe(404);
  expect((await app.askAs(bob.key, `POST ${PATH}`, { deploymentId: regression.id })).status).toBe(422);
  const list = await ask(`GET ${PATH}?status=INITIALIZING&limit=1&orderBy=-created&deploymentId=${regression.id}`);
  expect([list.status, list.body.count]).toEqual([200, 0]);
  expect((await ask(`GET ${PATH}?jobId=${id}`)).body.data.map((job: { id: string }) => job.id)).toEqual([id]);
});
