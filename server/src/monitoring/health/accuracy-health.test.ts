import { describe, expect, it } from 'vitest';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';
import { evaluateAccuracy } from './accuracy-health.ts';
import { reportDeclines } from './watch.ts';

const { platform, ask, ada, deployment, happened, predicted, now, finished } = await actualsApp();
const { key } = ada;
const ids = Array.from({ length: 120 }, (_, n) => `row ${n}`);
const all = <T>(value: (n: number) => T) => Object.fromEntries(ids.map((id, n) => [id, value(n)]));
const record = async (id: string) => (await ask(`GET /api/v2/deployments/${id}/`, { key })).body;

const thresholds = { warningThreshold: 5, failingThreshold: 10 };
const percent = { batchCount: 1, metric: 'RMSE', measurement: 'percent', ...thresholds } as const;
const seen = { rows: 200, matched: 150, value: 104, baseline: 100 };

describe('accuracy health', () => {
  it('follows the thresholds, in percent of training or by value, in the direction of the metric', () => {
    expect(evaluateAccuracy(seen, percent).status).toBe('passing');
    expect(evaluateAccuracy({ ...seen, value: 105.1 }, percent).status).toBe('warning');
    expect(evaluateAccuracy({ ...seen, value: 111 }, percent).status).toBe('failing');
    expect(evaluateAccuracy({ ...seen, value: 50 }, percent).status).toBe('passing');
    const auc = { ...percent, metric: 'AUC' };
    expect(evaluateAccuracy({ ...seen, value: 0.9, baseline: 0.8 }, auc).status).toBe('passing');
    expect(evaluateAccuracy({ ...seen, value: 0.7, baseline: 0.8 }, auc).status).toBe('failing');
    const byValue = { ...auc, measurement: 'value', warningThreshold: 0.75, failingThreshold: 0.6 } as const;
    expect(evaluateAccuracy({ ...seen, value: 0.7, baseline: null }, byValue).status).toBe('warning');
  });

  it('stays unknown without thresholds, baseline, or enough rows', () => {
    const without = { ...percent, warningThreshold: null, failingThreshold: null };
    expect(evaluateAccuracy(seen, without).status).toBe('unknown');
    expect(evaluateAccuracy({ ...seen, baseline: null }, percent).status).toBe('unknown');
    expect(evaluateAccuracy({ ...seen, matched: 99 }, percent).message).toContain('99 of 200');
    expect(evaluateAccuracy({ ...seen, matched: 0 }, percent).status).toBe('unknown');
  });
});

describe('a deployment whose actuals arrive', () => {
  it('reports both statuses, retrains when accuracy declines, and notices when actuals stop', async () => {
    const made = await deployment('regression', ASSOCIATED);
    const one = `/api/v2/deployments/${made.id}/`;
    expect((await record(made.id)).accuracyHealth.status).toBe('unknown');
    const form =
      '--e\r\nContent-Disposition: form-data; name="file"; filename="new.csv"\r\n\r\nsize,price\n1,1\n\r\n--e--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=e' };
    const dataset = await ask('POST /api/v2/datasets/fromFile/', { key, body: form, headers });
    await finished(dataset);
    const settings = { datasetId: dataset.body.catalogId, retrainingUserId: ada.id };
    await ask(`PATCH ${one}retrainingSettings/`, { key, body: settings });
    const trigger = { type: 'accuracy_decline', statusDeclinesToFailing: true };
    const policy = await ask(`POST ${one}retrainingPolicies/`, { key, body: { name: 'On decline', trigger } });
    expect(policy.status, policy.text).toBe(201);
    const runs = async () =>
      (await ask(`GET ${one}retrainingPolicies/${policy.body.id}/runs/`, { key })).body.data.length;
    const actualsTimeliness = { enabled: true, expectedFrequency: 'P1D' };
    expect((await ask(`PATCH ${one}healthSettings/`, { key, body: { actualsTimeliness } })).status).toBe(200);

    await predicted(
      made,
      all(() => 1000),
    );
    await happened(
      made.id,
      all(() => 1500),
    );
    const good = await record(made.id);
    expect(good.accuracyHealth).toMatchObject({ status: 'passing', message: expect.stringContaining('RMSE is 500') });
    expect(await runs()).toBe(0);
    now.moveSeconds(61);
    // Sizes of errors as in training, and then some: the actuals were wrong at first.
    await happened(
      made.id,
      all(() => 2000),
    );
    expect((await record(made.id)).accuracyHealth.status).toBe('failing');
    expect(await runs()).toBe(1);
    now.moveSeconds(61);
    await reportDeclines(platform, ada.organizationId);
    expect(await runs(), 'still red').toBe(1);
    now.moveSeconds(86_400);
    const { actualsTimelinessHealth, accuracyHealth } = await record(made.id);
    expect(accuracyHealth.status).toBe('failing');
    expect(actualsTimelinessHealth.status).toBe('failing');
  });
});
