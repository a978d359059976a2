import { expect, it } from 'vitest';
import { actualsApp } from '../monitoring-actuals.fixtures.ts';

const { ask, ada, get, deployment, happened, predicted } = await actualsApp({ ALMANAC_API_VERSION: '2.34' });
const hourly = 'start=2026-01-01T09:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H';

it('version 2.34 has the fields that 2.35 removed, and says in a header what replaces them', async () => {
  const { id, row } = await deployment('regression', {});
  const over = await ask(`GET /api/v2/deployments/${id}/accuracyOverTime/`, { key: ada.key });
  expect(over.body).toMatchObject({ metric: 'RMSE', modelId: row.model_id });
  expect(over.body.summary).toEqual({ period: expect.anything(), value: null, sampleSize: 0 });
  expect(over.body.baseline).toEqual({ modelId: row.model_id, period: null, value: 900, sampleSize: 300 });
  for (const word of ['modelId', 'summary', 'valuePerClass', 'perClass', 'v2.35'])
    expect(over.headers.deprecation).toContain(word);
  const all = await ask(`GET /api/v2/deployments/${id}/accuracy/`, { key: ada.key });
  expect(all.headers.deprecation).toBeUndefined();
});

it('version 2.34 tells classes in the old form and the new', async () => {
  const made = await deployment('multiclass');
  await predicted(made, { a: [0.8, 0.1, 0.1], b: [0.2, 0.5, 0.3] }, { at: Date.UTC(2026, 0, 1, 9, 5) });
  await happened(made.id, { a: 'flat', b: 'house' });
  const { buckets, summary } = await get(made.id, `accuracyOverTime/?${hourly}&metric=F1`);
  expect(buckets[0].perClass).toContainEqual({ className: 'house', value: 1 });
  expect(buckets[0].valuePerClass).toEqual({ flat: 1, house: 1, villa: 0 });
  expect([summary.sampleSize, summary.valuePerClass]).toEqual([2, buckets[0].valuePerClass]);
});
