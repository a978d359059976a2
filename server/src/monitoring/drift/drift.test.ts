import { describe, expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, shiftColumn, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const get = (id: string, path: string) => ask(`GET /api/v2/deployments/${id}/${path}`, { key: ada.key });
const at = (hour: number) => Date.UTC(2026, 0, 1, hour, 5);
const segmentAnalysis = { enabled: true, attributes: ['colour', 'DataRobot-Consumer'] };

describe('drift of a deployment nobody has asked', () => {
  it('is unknown, with the size of the reference', async () => {
    const quiet = await aDeployment(platform, ada, 'regression');
    const target = (await get(quiet.id, 'targetDrift/')).body;
    expect(target).toMatchObject({ metric: 'psi', modelId: quiet.row.model_id, targetName: 'price', driftScore: null });
    expect(target).toMatchObject({ sampleSize: 0, baselineSampleSize: 300, batchId: [] });
    expect(Object.keys(target.period)).toEqual(['start', 'end']);
    const features = (await get(quiet.id, 'featureDrift/')).body;
    expect(features).toMatchObject({ count: 3, next: null, previous: null, metric: 'psi', batchId: [] });
    expect(features.data[0]).toEqual({
      ...{ name: 'size', featureImpact: 1, driftScore: null, sampleSize: 0, baselineSampleSize: 300 },
    });
    const over = (await get(quiet.id, 'featureDriftOverTime/?featureNames=size&featureNames=colour')).body;
    expect(over.buckets).toHaveLength(14);
    expect(over.summaries.map(({ driftScore }: { driftScore: null }) => driftScore)).toEqual([null, null]);
    expect((await get(quiet.id, 'featureDriftOverBatch/?featureNames=size')).body.buckets).toEqual([]);
  });
});

describe('drift of a deployment', () => {
  it('tells what moved from what did not, by hour, segment and model', async () => {
    const deployment = await aDeployment(platform, ada, 'regression', {
      settings: { ...DEFAULT_SETTINGS, segmentAnalysis },
    });
    const { table, id } = deployment;
    const same = rowsOf(table, upTo(300), (row) => 20_000 + 1000 * (row % 180));
    const moved = rowsOf(shiftColumn(table, 'size', 500), upTo(300), () => 900_000);
    await ingestRecords(platform, [
      aRequest(ada, deployment, { ...same, at: at(10) }),
      aRequest(ada, deployment, { ...moved, at: at(11) }),
    ]);
    const hour = (h: number) => `start=2026-01-01T${h}:00:00Z&end=2026-01-01T${h + 1}:00:00Z`;
    const scores = async (query: string) =>
      new Map(
        (await get(id, `featureDrift/?${query}`)).body.data.map((row: { name: string; driftScore: number }) => [
          row.name,
          row.driftScore,
        ]),
      ) as Map<string, number>;
    const [calm, wild] = [await scores(hour(10)), await scores(hour(11))];
    expect(calm.get('size')).toBe(0);
    expect(wild.get('size')).toBeGreaterThan(1);
    expect(wild.get('rooms')).toBe(0);
    expect(wild.get('colour')).toBe(0);
    const target = (await get(id, `targetDrift/?${hour(11)}`)).body;
    expect(target.driftScore).toBeGreaterThan(1);
    expect(target.sampleSize).toBe(300);

    for (const metric of ['kl_divergence', 'dissimilarity', 'hellinger', 'js_divergence']) {
      expect((await scores(`${hour(11)}&metric=${metric}`)).get('size')).toBeGreaterThan(0.3);
      expect((await scores(`${hour(10)}&metric=${metric}`)).get('size')).toBeLessThan(1e-9);
    }
    const query = 'start=2026-01-01T09:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H&featureNames=size';
    const over = (await get(id, `featureDriftOverTime/?${query}`)).body;
    expect(over.buckets.map(({ sampleSize }: { sampleSize: number }) => sampleSize)).toEqual([0, 300, 300]);
    expect(over.summaries[0].sampleSize).toBe(600);

    const red = (await get(id, `featureDrift/?${hour(10)}&segmentAttribute=colour&segmentValue=red`)).body;
    expect(red).toMatchObject({ segmentAttribute: 'colour', segmentValue: 'red' });
    const [size, colour] = red.data;
    expect([size.sampleSize, colour.sampleSize]).toEqual([100, 100]);
    expect(colour.driftScore).toBeGreaterThan(size.driftScore);
    const none = (await get(id, `featureDrift/?${hour(10)}&segmentAttribute=colour&segmentValue=pink`)).body;
    expect(none.data[0].driftScore).toBeNull();
    const strange = (await get(id, `featureDrift/?${hour(10)}&modelId=0123456789abcdef01234567`)).body;
    expect(strange.data).toEqual([]);

    const record = (await ask(`GET /api/v2/deployments/${id}/`, { key: ada.key })).body;
    expect(record.modelHealth.status).toBe('failing');
    expect(record.modelHealth.message).toContain('size');
    expect(record.serviceHealth.status).toBe('passing');
    expect(record.predictionUsage.dailyRates.at(-1)).toBe(600);
  });

  it('of predictions alone turns the status red too, unless it is not watched', async () => {
    const seen = async (settings: typeof DEFAULT_SETTINGS) => {
      const deployment = await aDeployment(platform, ada, 'regression', { settings });
      const rows = rowsOf(deployment.table, upTo(300), () => 900_000);
      await ingestRecords(platform, [aRequest(ada, deployment, { ...rows, at: at(11) })]);
      const { modelHealth } = (await ask(`GET /api/v2/deployments/${deployment.id}/`, { key: ada.key })).body;
      return [modelHealth.status, modelHealth.message];
    };
    const { featureDrift } = DEFAULT_SETTINGS;
    expect(await seen(DEFAULT_SETTINGS)).toEqual(['failing', 'The predictions have drifted']);
    expect(await seen({ ...DEFAULT_SETTINGS, featureDrift: { ...featureDrift, enabled: false } })).toEqual([
      'failing',
      'The predictions have drifted',
    ]);
    expect((await seen({ ...DEFAULT_SETTINGS, targetDrift: { enabled: false } }))[0]).toBe('passing');
  });

  it('pages, and shows all with a limit of 0', async () => {
    const { id } = await aDeployment(platform, ada, 'regression');
    const first = (await get(id, 'featureDrift/?limit=1&metric=hellinger')).body;
    expect(first).toMatchObject({ count: 1, totalCount: 3 });
    expect(first.next).toContain('metric=hellinger');
    const next = new URL(first.next);
    expect((await ask(`GET ${next.pathname}${next.search}`, { key: ada.key })).body.data[0].name).toBe('colour');
    expect((await get(id, 'featureDrift/?limit=0')).body.count).toBe(3);
  });

  it('gives no score to fewer rows than bins', async () => {
    const deployment = await aDeployment(platform, ada, 'regression');
    await ingestRecords(platform, [
      aRequest(
        ada,
        deployment,
        rowsOf(deployment.table, upTo(5), () => 1),
      ),
    ]);
    const { data } = (await get(deployment.id, 'featureDrift/')).body;
    expect(data[0]).toMatchObject({ driftScore: null, sampleSize: 5 });
    const record = (await ask(`GET /api/v2/deployments/${deployment.id}/`, { key: ada.key })).body;
    expect(record.modelHealth).toMatchObject({ status: 'unknown' });
    expect(record.modelHealth.message).toContain('too few');
  });

  it('is refused where it is not watched, and for features nobody knows', async () => {
    const off = { ...DEFAULT_SETTINGS, targetDrift: { enabled: false } };
    const settings = { ...off, featureDrift: { ...off.featureDrift, enabled: false } };
    const { id } = await aDeployment(platform, ada, 'regression', { settings });
    for (const path of [
      'targetDrift/',
      'featureDrift/',
      'predictionsOverTime/',
      'featureDriftOverTime/?featureNames=a',
    ]) {
      const answer = await get(id, path);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.body.message).toContain('settings/');
    }
    const other = await aDeployment(platform, ada, 'regression');
    for (const [query, status] of [
      ['', 422],
      ['featureNames=size&featureNames=rooms&featureNames=colour', 422],
      ['featureNames=weight', 422],
      ['featureNames=size&bucketSize=PT90M', 400],
      ['featureNames=size&metric=guess', 422],
    ] as const) {
      expect([query, (await get(other.id, `featureDriftOverTime/?${query}`)).status]).toEqual([query, status]);
    }
  });
});
