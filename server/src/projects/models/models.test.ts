import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let project: string;
let series: string;

interface Listed {
  readonly id: string;
  readonly modelType: string;
  readonly samplePct: number | null;
  readonly metrics: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Rows and a forecast, both aimed by hand; two blueprints of the rows trained on three shares, two of the forecast. */
beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const aimed = async (aim: object) => {
    const path = `/api/v2/projects/${await app.shops(key)}/`;
    const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
    if ('useTimeSeries' in aim)
      await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
    const body = { target: 'sales', mode: 'manual', ...aim, ...('useTimeSeries' in aim ? columns : {}) };
    await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body }), key);
    return path;
  };
  project = await aimed({});
  series = await aimed({ useTimeSeries: true, cvMethod: 'datetime', forecastWindowStart: 1, forecastWindowEnd: 2 });
  const named = async (path: string, pattern: RegExp) => {
    const all: { id: string; modelType: string }[] = (await app.ask(`GET ${path}blueprints/`, { key })).body;
    return all.find(({ modelType }) => pattern.test(modelType))?.id;
  };
  for (const pattern of [/baseline|majority/i, /elastic/i]) {
    const blueprintId = await named(project, pattern);
    for (const samplePct of [32, 64, 100]) {
      const trained = await app.ask(`POST ${project}models/`, { key, body: { blueprintId, samplePct } });
      expect((await app.finished(trained, key)).body.samplePct, JSON.stringify(trained.body)).toBe(samplePct);
    }
  }
  const body = { blueprintId: await named(series, /naive|most recent/i) };
  const { id } = (await app.finished(await app.ask(`POST ${series}datetimeModels/`, { key, body }), key)).body;
  const whole = { trainingStartDate: '2022-01-01T00:00:00Z', trainingEndDate: '2022-05-01T00:00:00Z' };
  const frozen = await app.ask(`POST ${series}frozenDatetimeModels/`, { key, body: { modelId: id, ...whole } });
  await app.finished(frozen, key);
}, 240_000);
afterAll(() => app.stopWorker());

const list = async (query: string): Promise<Listed[]> =>
  (await app.ask(`GET ${project}models/?${query}`, { key })).body;
const shares = async (query: string) => (await list(query)).map(({ samplePct }) => samplePct);

test.each([
  ['samplePct=64', [64, 64]],
  ['samplePct__gt=64', [100, 100]],
  ['samplePct__gte=64', [64, 64, 100, 100]],
  ['samplePct__lt=64', [32, 32]],
  ['samplePct__lte=64', [32, 32, 64, 64]],
  ['samplePct__gt=32&samplePct__lt=100', [64, 64]],
])('%s filters by the share of rows', async (query, expected) => {
  expect(await shares(`${query}&orderBy=samplePct`)).toEqual(expected);
});

test('models are ordered by each attribute in turn', async () => {
  const listed = await list('orderBy=-samplePct,-metric');
  expect(listed.map(({ samplePct }) => samplePct)).toEqual([100, 100, 64, 64, 32, 32]);
  const isBaseline = listed.map(({ modelType }) => /baseline|majority/i.test(modelType));
  expect(isBaseline.slice(2)).toEqual([false, true, false, true]);
  const worst = await list('orderBy=-samplePct,metric');
  expect(worst.slice(2).map(({ modelType }) => /baseline|majority/i.test(modelType))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('a model trained on all rows lists every metric, null where there is no score', async () => {
  const listed = await list('orderBy=samplePct');
  const names = Object.keys(listed[0]?.metrics ?? {});
  expect(names).toContain('RMSE');
  for (const model of listed) expect(Object.keys(model.metrics).sort()).toEqual([...names].sort());
  expect(listed.at(-1)?.metrics.RMSE).toEqual({
    validation: null,
    crossValidation: null,
    holdout: null,
    training: null,
  });
  const { metricDetails } = (await app.ask(`GET ${project}features/metrics/?featureName=sales`, { key })).body;
  const known = metricDetails.map(({ metricName }: { metricName: string }) => metricName);
  for (const name of names) expect(known).toContain(name);
});

test('the same of a forecast trained on all dates, with a place for every backtest', async () => {
  const { data }: { data: Listed[] } = (await app.ask(`GET ${series}datetimeModels/`, { key })).body;
  const [scored, whole] = data;
  expect(Object.keys(whole?.metrics ?? {}).sort()).toEqual(Object.keys(scored?.metrics ?? {}).sort());
  expect(scored?.metrics.RMSE?.validation).toBeTypeOf('number');
  expect(whole?.metrics.RMSE).toMatchObject({
    validation: null,
    backtesting: null,
    backtestingScores: [null, null, null],
  });
});

test('a limit of 0 lists every model record', async () => {
  expect((await app.ask(`GET ${project}modelRecords/?limit=0`, { key })).body).toMatchObject({ count: 6, next: null });
});

test('202, 422: a model that was evaluated everywhere is so at once; one that saw everything cannot be', async () => {
  const { data }: { data: (Listed & { backtests: { status: string }[] })[] } = (
    await app.ask(`GET ${series}datetimeModels/`, { key })
  ).body;
  const [scored, whole] = data;
  const evaluate = () => app.ask(`POST ${series}datetimeModels/${scored?.id}/backtests/`, { key });
  const first = (await app.finished(await evaluate(), key)).body;
  expect(first.backtests.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('COMPLETED'));
  expect((await app.finished(await evaluate(), key)).body).toEqual(first);
  const refused = await app.ask(`POST ${series}datetimeModels/${whole?.id}/backtests/`, { key });
  expect([refused.status, refused.body.code]).toEqual([422, 'projects.judged_already']);
  const [rows] = await list('samplePct=64');
  const validate = () => app.ask(`POST ${project}models/${rows?.id}/crossValidation/`, { key });
  for (let time = 0; time < 2; time++)
    expect((await app.finished(await validate(), key)).body.metrics.RMSE.crossValidation).toBeTypeOf('number');
}, 60_000);

test('202, 422: a blueprint of another project, for the same kind of target, is trained here', async () => {
  const other = `/api/v2/projects/${await app.shops(key)}/`;
  const aim = { target: 'sales', mode: 'manual' };
  await app.finished(await app.ask(`PATCH ${other}aim/`, { key, body: aim }), key);
  const [blueprint] = (await app.ask(`GET ${other}blueprints/`, { key })).body;
  await app.platform.db.pool.query('DELETE FROM blueprints WHERE project_id = $1', [other.split('/').at(-2)]);
  const train = (body: object, of = key) => app.ask(`POST ${other}models/`, { key: of, body });
  expect((await train({ blueprintId: blueprint.id })).status).toBe(404);
  const idOf = (path: string) => path.split('/').at(-2);
  const body = { blueprintId: blueprint.id, sourceProjectId: idOf(project), samplePct: 64 };
  const model = (await app.finished(await train(body), key)).body;
  expect(model).toMatchObject({ blueprintId: blueprint.id, modelType: blueprint.modelType });
  expect((await app.ask(`GET ${other}blueprints/`, { key })).body).toHaveLength(1);
  const [forecast] = (await app.ask(`GET ${series}blueprints/`, { key })).body;
  const wrong = await train({ blueprintId: forecast.id, sourceProjectId: idOf(series) });
  expect(wrong.body.errors.sourceProjectId).toContain('time series');
  const outsider = (await app.person({ organization: 'Elsewhere' })).key;
  const theirs = await app.shops(outsider);
  expect((await train({ ...body, sourceProjectId: theirs })).body.errors).toHaveProperty('sourceProjectId');
}, 60_000);
