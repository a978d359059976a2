import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
}, 120_000);
afterAll(() => app.stopWorker());

function visitsCsv(rows = 300): string {
  const lines = ['when,visits,bill,left'];
  for (let i = 0; i < rows; i++) {
    const [visits, bill] = [(i * 37) % 20, (i * 53) % 101];
    const when = new Date(Date.UTC(2023, 0, 1 + i)).toISOString().slice(0, 10);
    lines.push(`${when},${visits},${bill},${visits < 8 && bill > 30 ? 'yes' : 'no'}`);
  }
  return `${lines.join('\n')}\n`;
}

async function aimProject(aim: object) {
  const { body, headers } = upload({}, { name: 'visits.csv', content: visitsCsv() });
  const made = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
  const path = `/api/v2/projects/${made.body.id}/`;
  await app.finished(
    await app.ask(`PATCH ${path}aim/`, { key, body: { target: 'left', mode: 'manual', ...aim } }),
    key,
  );
  const [{ id: blueprintId }] = (await app.ask(`GET ${path}blueprints/`, { key })).body;
  const train = async (what: string, body: object) =>
    app.finished(await app.ask(`POST ${path}${what}/`, { key, body }), key);
  return { path, blueprintId, train };
}

test('fewer rows are evaluated like all of them; more rows take validation and the holdout away', async () => {
  const { path, blueprintId, train } = await aimProject({});
  const few = (await train('models', { blueprintId, samplePct: 20, scoringType: 'crossValidation' })).body;
  expect(few).toMatchObject({ samplePct: 20, trainingRowCount: 60, isTrainedIntoValidation: false, isFrozen: false });
  expect(few.metrics.LogLoss.crossValidation).not.toBeNull();
  const usual = (await train('models', { blueprintId })).body;
  expect(usual).toMatchObject({ samplePct: 64, trainingRowCount: 192 });
  const more = (await train('frozenModels', { modelId: usual.id, trainingRowCount: 220 })).body;
  expect(more).toMatchObject({
    ...{ isFrozen: true, parentModelId: usual.id, trainingRowCount: 220, samplePct: 73.33 },
    ...{ isTrainedIntoValidation: true, isTrainedIntoHoldout: false },
  });
  expect(more.metrics.LogLoss.validation).toBeNull();
  expect((await app.ask(`PATCH ${path}`, { key, body: { holdoutUnlocked: true } })).status).toBe(200);
  const evaluated = (await app.ask(`GET ${path}models/${more.id}/`, { key })).body;
  expect(evaluated.metrics.LogLoss.holdout).not.toBeNull();
  const all = (await train('models/fromModel', { modelId: usual.id, samplePct: 100 })).body;
  expect(all).toMatchObject({ trainingRowCount: 300, isTrainedIntoHoldout: true, isFrozen: false });
  const refused = { blueprintId, samplePct: 90, scoringType: 'crossValidation' };
  expect((await app.ask(`POST ${path}models/`, { key, body: refused })).body.errors.scoringType).toContain(
    'evaluated on',
  );
  expect((await app.ask(`GET ${path}frozenModels/`, { key })).body.data.map(({ id }: { id: string }) => id)).toEqual([
    more.id,
  ]);
}, 120_000);

test('rows with dates: so long, so many, sampled or the newest', async () => {
  const { blueprintId, train } = await aimProject({
    ...{ cvMethod: 'datetime', datetimePartitionColumn: 'when', numberOfBacktests: 2, validationDuration: 'P30D' },
  });
  const short = { blueprintId, trainingDuration: 'P100D', timeWindowSamplePct: 50, samplingMethod: 'latest' };
  const newest = (await train('datetimeModels', short)).body;
  expect(newest).toMatchObject({ trainingRowCount: 50, timeWindowSamplePct: 50, samplingMethod: 'latest' });
  expect(Date.parse(newest.trainingEndDate) - Date.parse(newest.trainingStartDate)).toBeLessThan(51 * 86_400_000);
  const chance = (await train('datetimeModels', { ...short, samplingMethod: 'random' })).body;
  expect(chance.trainingRowCount).toBe(50);
  expect(Date.parse(chance.trainingEndDate) - Date.parse(chance.trainingStartDate)).toBeGreaterThan(80 * 86_400_000);
  const most = (await train('datetimeModels', { blueprintId, trainingDuration: 'P220D' })).body;
  expect(most.backtests.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'BOUNDARIES_EXCEEDED']);
}, 120_000);
