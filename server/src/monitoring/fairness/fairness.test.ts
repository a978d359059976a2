import { describe, expect, it } from 'vitest';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';

const { ask, platform, ada, person, get, deployment, happened, predicted, now } = await actualsApp();
const biasAndFairness = {
  protectedFeatures: ['colour', 'town'],
  preferableTargetValue: true,
  fairnessMetricsSet: 'proportionalParity',
  fairnessThreshold: 0.8,
};
const createDeployment = (over: object = {}) =>
  deployment('binary', { ...ASSOCIATED, biasAndFairness: { ...biasAndFairness, ...over } });
type Made = Awaited<ReturnType<typeof createDeployment>>;

/** So many rows of a colour, of which so many are answered favourably. */
async function recordAnswers(made: Made, colour: string, rows: number, favoured: number, hour = 10) {
  const ids = Array.from(
    { length: rows },
    (_, row) => [`${colour} ${hour} ${row}`, row < favoured ? 0.9 : 0.2] as const,
  );
  await predicted(made, Object.fromEntries(ids), { at: Date.UTC(2026, 0, 1, hour, 5) }, { colour });
  return ids.map(([id]) => id);
}
const scores = (bucket: { scores: { label: string; value: number }[] }) =>
  Object.fromEntries(bucket.scores.map(({ label, value }) => [label, Number(value.toFixed(4))]));
const hourly = 'start=2026-01-01T10:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H';

describe('fairness scores', () => {
  it('are null where nothing is protected, or nothing was predicted', async () => {
    const { id, row } = await deployment('binary');
    const reply = await get(id, 'fairnessScoresOverTime/');
    expect(reply).toMatchObject({ protectedFeature: null, fairnessThreshold: null, modelId: row.model_id });
    expect([reply.summary.metricName, reply.summary.scores, reply.buckets]).toEqual([null, null, []]);
    const quiet = await get((await createDeployment()).id, `fairnessScoresOverTime/?${hourly}`);
    expect(quiet).toMatchObject({ protectedFeature: 'colour', fairnessThreshold: 0.8, favorableTargetOutcome: true });
    expect(quiet.summary).toMatchObject({ metricName: 'proportionalParity', scores: null });
    expect(quiet.buckets).toHaveLength(2);
  });

  it('compare the values of a protected feature by what was predicted', async () => {
    const made = await createDeployment();
    await recordAnswers(made, 'red', 50, 40);
    await recordAnswers(made, 'blue', 50, 20);
    await recordAnswers(made, 'blue', 50, 40, 11);
    const { summary, buckets } = await get(made.id, `fairnessScoresOverTime/?${hourly}`);
    expect(scores(summary)).toEqual({ red: 1, blue: 0.75 });
    expect(summary.scores.find(({ label }: { label: string }) => label === 'blue')).toEqual({
      ...{ label: 'blue', absoluteValue: 0.6, value: expect.closeTo(0.75), privilegedClass: 'red', sampleSize: 100 },
      ...{ classesCount: 2, healthyClassesCount: 1, isStatisticallySignificant: true },
    });
    expect(buckets.map(scores)).toEqual([{ red: 1, blue: 0.5 }, { blue: 1 }]);
    const counts = await get(made.id, `fairnessScoresOverTime/?${hourly}&fairnessMetric=equalParity`);
    expect(scores(counts.summary)).toEqual({ red: 0.6667, blue: 1 });
    const town = await get(made.id, `fairnessScoresOverTime/?${hourly}&protectedFeature=town`);
    expect(town.summary.scores).toBeNull();
    const red = `predictionsOverTime/?${hourly}&segmentAttribute=colour&segmentValue=red`;
    expect((await get(made.id, red)).buckets[0].rowCount, 'told apart everywhere').toBe(50);
  });

  it('are the same over more hours than are read at once', async () => {
    const made = await createDeployment();
    await recordAnswers(made, 'red', 50, 40);
    await recordAnswers(made, 'blue', 50, 20);
    const copy = `INSERT INTO monitoring_profiles SELECT deployment_id, package_id, batch_id, segment_attribute,
      segment_value, hour + n * interval '1 hour', organization_id, model_id, rows, profiles, digest
      FROM monitoring_profiles, generate_series(1, 700) n WHERE deployment_id = $1`;
    await platform.db.pool.query(copy, [made.id]);
    const month = 'start=2026-01-01&end=2026-02-01&bucketSize=P1D';
    const { summary, buckets } = await get(made.id, `fairnessScoresOverTime/?${month}`);
    expect(scores(summary)).toEqual({ red: 1, blue: 0.5 });
    const sizes = summary.scores.map(({ sampleSize }: { sampleSize: number }) => sampleSize);
    expect(sizes).toEqual([50 * 701, 50 * 701]);
    const daily = buckets.map(({ scores: some }: { scores: { sampleSize: number }[] | null }) => some?.[0]?.sampleSize);
    expect([daily[0], daily[1], daily.at(-1)]).toEqual([50 * 14, 50 * 24, undefined]);
  });

  it('compare them by what happened, once that is known', async () => {
    const made = await createDeployment({ preferableTargetValue: 'no', fairnessMetricsSet: 'predictionBalance' });
    const [red, blue] = [await recordAnswers(made, 'red', 40, 20), await recordAnswers(made, 'blue', 40, 10)];
    // All that happened was favourable, which here is the other class: half of the red were told so.
    await happened(made.id, Object.fromEntries([...red, ...blue].map((id) => [id, 'no'])));
    const of = async (metric: string) =>
      (await get(made.id, `fairnessScoresOverTime/?${hourly}&fairnessMetric=${metric}`)).summary;
    expect(scores(await of('trueFavorableRateParity'))).toEqual({ red: 0.6667, blue: 1 });
    expect((await of('trueUnfavorableRateParity')).scores).toBeNull();
    expect(scores(await of('favorablePredictiveValueParity'))).toEqual({ red: 1, blue: 1 });
    const balance = await of('predictionBalance');
    expect(balance.metricName).toBe('favorableClassBalance');
    const absolute = balance.scores.map(({ absoluteValue }: { absoluteValue: number }) => absoluteValue);
    expect(Math.abs(absolute[0] - 0.625) + Math.abs(absolute[1] - 0.45)).toBeLessThan(0.02);
  });

  it('are refused for what is not protected, unknown, or somebody else’s', async () => {
    const { id } = await createDeployment();
    const eve = await person({ organization: 'two' });
    const path = `GET /api/v2/deployments/${id}/fairnessScoresOverTime/`;
    const odd = await ask(`${path}?protectedFeature=size`, { key: ada.key });
    expect([odd.status, odd.body.errors.protectedFeature]).toEqual([422, expect.stringContaining('"colour", "town"')]);
    expect((await ask(`${path}?fairnessMetric=kindness`, { key: ada.key })).status).toBe(422);
    expect((await ask(`${path}?bucketSize=PT7M`, { key: ada.key })).status).toBe(400);
    expect((await ask(path, { key: eve.key })).status).toBe(404);
  });
});

it('derives its health status from the number of disadvantaged classes', async () => {
  const made = await createDeployment();
  const check = async () => (await ask(`GET /api/v2/deployments/${made.id}/`, { key: ada.key })).body.fairnessHealth;
  const judge = (warning: number, failing: number) =>
    ask(`PATCH /api/v2/deployments/${made.id}/healthSettings/`, {
      key: ada.key,
      body: { fairness: { protectedClassWarningCount: warning, protectedClassFailingCount: failing } },
    });
  await recordAnswers(made, 'red', 60, 50);
  expect(await check()).toMatchObject({ status: 'passing', protectedFeaturesCount: 2, messages: [] });
  await recordAnswers(made, 'blue', 60, 20);
  await recordAnswers(made, 'green', 60, 10);
  expect(await check()).toMatchObject({
    status: 'warning',
    message: '2 classes of protected features score below 0.8',
    messages: ['colour = green: proportionalParity is 0.2', 'colour = blue: proportionalParity is 0.4'],
    influentialFairnessMetric: 'proportionalParity',
  });
  await judge(0, 1);
  expect((await check()).status).toBe('failing');
  await judge(2, 3);
  expect((await check()).status).toBe('passing');
  now.moveSeconds(8 * 86_400);
  expect((await check()).status, 'a week later').toBe('unknown');
});
