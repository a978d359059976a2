import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let binary: Trained;
let numbers: Trained;
let several: Trained;
let unseen: string[];

interface Trained {
  readonly path: string;
  readonly model: string;
}

const HEAD = 'region,visits,bill,left';
function customers(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) => {
    const i = from + at;
    const [visits, bill] = [(i * 37) % 20, (i * 53) % 101];
    const left = (visits < 8 && bill > 30) || i % 9 === 0 ? 'yes' : 'no';
    return `${['north', 'south', 'west'][(i * 7) % 3]},${visits},${bill},${left}`;
  });
}
const csv = (lines: readonly string[], head = HEAD) => `${[head, ...lines].join('\n')}\n`;

async function trained(target: string, blueprint: RegExp): Promise<Trained> {
  const file = upload({}, { name: 'customers.csv', content: csv(customers(0, 200)) });
  const { id } = (await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body;
  const path = `/api/v2/projects/${id}/`;
  const more = target === 'left' ? { positiveClass: 'yes' } : {};
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: { target, mode: 'manual', ...more } }), key);
  const blueprints = (await app.ask(`GET ${path}blueprints/`, { key })).body as { id: string; modelType: string }[];
  const blueprintId = blueprints.find(({ modelType }) => blueprint.test(modelType))?.id;
  const made = await app.finished(await app.ask(`POST ${path}models/`, { key, body: { blueprintId } }), key);
  return { path, model: made.body.id };
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person({ organization: 'One' })).key;
  binary = await trained('left', /logistic/i);
  numbers = await trained('bill', /gradient/i);
  several = await trained('region', /gradient/i);
  unseen = customers(200, 260);
}, 300_000);
afterAll(() => app.stopWorker());

async function dataset({ path }: Trained, content: string): Promise<string> {
  const sent = upload({}, { name: 'test.csv', content });
  const made = await app.finished(await app.ask(`POST ${path}predictionDatasets/fileUploads/`, { key, ...sent }), key);
  return made.body.id;
}
const request = ({ path, model }: Trained, datasetId: string, more: object = {}) =>
  app.ask(`POST ${path}externalScores/`, { key, body: { modelId: model, datasetId, ...more } });
const get = async (path: string) => (await app.ask(`GET ${path}`, { key })).body;
const chart = ({ path, model }: Trained, name: string, query = '') =>
  get(`${path}models/${model}/dataset${name}/${query}`);

test('two classes: scores and charts are those of the predictions for these rows', async () => {
  const datasetId = await dataset(binary, csv([...unseen, 'north,3,50,', 'north,3,50,perhaps']));
  expect((await get(`${binary.path}externalScores/`)).data).toEqual([]);
  const { data } = (await app.finished(await request(binary, datasetId), key)).body;
  expect(data[0]).toMatchObject({ modelId: binary.model, datasetId, actualValueColumn: null });
  const body = { modelId: binary.model, datasetId };
  const made = await app.finished(await app.ask(`POST ${binary.path}predictions/`, { key, body }), key);
  const chances = made.body.predictions.map((row: { positiveProbability: number }) => row.positiveProbability);
  const happened = unseen.map((line) => Number(line.endsWith('yes')));
  // Only the rows whose outcome is known count.
  const loss = happened.map((y, row) => -Math.log(y === 1 ? chances[row] : 1 - chances[row]));
  const score = (label: string) => data[0].scores.find((one: { label: string }) => one.label === label).value;
  expect(score('LogLoss')).toBeCloseTo(loss.reduce((sum, one) => sum + one, 0) / 60, 9);
  const roc = (await chart(binary, 'RocCurves', `?datasetId=${datasetId}`)).data[0];
  expect(roc.auc).toBeCloseTo(score('AUC'), 9);
  expect(roc.datasetId).toBe(datasetId);
  const lift = (await chart(binary, 'LiftCharts')).data[0];
  expect(lift.bins.reduce((sum: number, { binWeight }: { binWeight: number }) => sum + binWeight, 0)).toBe(60);
  const one = `${binary.path}models/${binary.model}/datasetConfusionCharts/`;
  const confusion = await get(`${one}${datasetId}/`);
  expect((await get(one)).data).toEqual([confusion]);
  expect(await get(`${one}${datasetId}/metadata/`)).toMatchObject({
    classNames: confusion.data.classes,
    totalMatrixSum: 60,
  });
  expect((await chart(binary, 'LiftCharts', '?datasetId=none')).data).toEqual([]);
  expect((await chart(binary, 'ResidualsCharts')).code).toBe('insights.not_for_task');
  expect((await chart(binary, 'MulticlassLiftCharts')).code).toBe('insights.not_for_task');
  expect((await get(`${one}none/`)).code).toBe('insights.not_computed');
}, 120_000);

test('numbers: residuals of every row, listed for the model and the dataset that are asked for', async () => {
  const datasetId = await dataset(numbers, csv(unseen));
  const { data } = (await app.finished(await request(numbers, datasetId), key)).body;
  const residuals = (await chart(numbers, 'ResidualsCharts')).data[0];
  expect(residuals.data).toHaveLength(60);
  const squares = residuals.data.reduce((sum: number, row: number[]) => sum + (row[2] as number) ** 2, 0);
  const rmse = data[0].scores.find((one: { label: string }) => one.label === 'RMSE').value;
  expect(Math.sqrt(squares / 60)).toBeCloseTo(rmse, 9);
  for (const [actual, , , row] of residuals.data) expect(actual).toBe(Number(unseen[row]?.split(',')[2]));
  expect((await chart(numbers, 'RocCurves')).code).toBe('insights.not_for_task');
  const again = await dataset(numbers, csv(unseen.slice(0, 20)));
  await app.finished(await request(numbers, again), key);
  const of = async (query: string) =>
    (await get(`${numbers.path}externalScores/${query}`)).data.map((one: { datasetId: string }) => one.datasetId);
  expect(await of('')).toEqual([again, datasetId]);
  expect(await of(`?datasetId=${datasetId}&modelId=${numbers.model}`)).toEqual([datasetId]);
  expect(await of('?modelId=none')).toEqual([]);
  expect((await get(`${numbers.path}externalScores/?limit=1`)).totalCount).toBe(2);
}, 120_000);

test('several classes: a lift chart for each', async () => {
  const datasetId = await dataset(several, csv(unseen));
  await app.finished(await request(several, datasetId), key);
  const { classBins } = (await chart(several, 'MulticlassLiftCharts')).data[0];
  expect(classBins.map(({ targetClass }: { targetClass: string }) => targetClass).sort()).toEqual([
    'north',
    'south',
    'west',
  ]);
  expect((await chart(several, 'LiftCharts')).code).toBe('insights.not_for_task');
}, 120_000);

test('404 and 422: no target, nothing that happened, and what is not there', async () => {
  const bare = await dataset(
    binary,
    csv(
      unseen.map((line) => line.replace(/,\w+$/, '')),
      'region,visits,bill',
    ),
  );
  expect((await request(binary, bare)).body).toMatchObject({
    code: 'external.no_outcomes',
    message: expect.stringContaining('"left"'),
  });
  const empty = await dataset(binary, csv(['north,1,2,', 'south,2,3,', 'west,3,4,perhaps']));
  expect((await app.finished(await request(binary, empty), key)).body.message).toMatch(/No row .* "left"/);
  expect((await request(binary, 'none')).body.code).toBe('predictions.no_such_dataset');
  expect((await request({ ...binary, model: 'none' }, bare)).body.code).toBe('projects.no_such_model');
  const column = await request(binary, bare, { actualValueColumn: 'left' });
  expect(Object.keys(column.body.errors)).toEqual(['actualValueColumn']);
}, 120_000);
