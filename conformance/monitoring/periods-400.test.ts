import { beforeAll, expect, test } from 'vitest';
import { deployedElsewhere } from '../deployments/elsewhere.ts';
import { type CallOptions, call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

let mine: CallOptions;
let at: (path: string) => string;
let anyPeriod: readonly string[];
let byHour: readonly string[];
let inBuckets: readonly string[];
beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  const { id } = await deployedElsewhere(mine, 'Over time');
  at = (path) => `/api/v2/deployments/${id}/${path}`;
  const json = {
    name: 'clicks',
    units: 'count',
    type: 'sum',
    isModelSpecific: false,
    directionality: 'higherIsBetter',
  };
  const metric = (await call('POST', at('customMetrics/'), { ...mine, json })).body.id;
  const overTime = [
    'serviceStatsOverTime/',
    'humilityStatsOverTime/',
    'featureDriftOverTime/?featureNames=size',
  ].concat('predictionsOverTime/', 'accuracyOverTime/', 'predictionsVsActualsOverTime/', 'fairnessScoresOverTime/');
  byHour = overTime
    .concat('serviceStats/', 'humilityStats/', 'targetDrift/', 'featureDrift/', 'featureDistributions/')
    .concat('accuracy/', 'predictionResults/');
  // Values of custom metrics are rounded to the hour, whatever is asked.
  const metrics = ['customMetricsSummary/', `customMetrics/${metric}/summary/`];
  inBuckets = [...overTime, `customMetrics/${metric}/valuesOverTime/`];
  anyPeriod = [...byHour, ...metrics, `customMetrics/${metric}/valuesOverTime/`];
});

async function expectRefused(paths: readonly string[], query: string, code: string, sentence: string): Promise<void> {
  for (const path of paths) {
    const line = `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const { status, body } = await call('GET', at(line), mine);
    expect([line, status, body.code, body.message]).toEqual([line, 400, code, expect.stringContaining(sentence)]);
  }
}

test('400 for a start that is no time', () =>
  expectRefused(anyPeriod, 'start=soon', 'monitoring.no_time', 'start is "soon", which is not a valid timestamp'));

test('400 for a period that ends before it starts', () =>
  expectRefused(anyPeriod, 'start=2026-01-02&end=2026-01-01', 'monitoring.empty_period', 'must be before end'));

test('400 for an end between two hours', () =>
  expectRefused(byHour, 'end=2026-01-02T10:30:00Z', 'monitoring.not_top_of_hour', 'must be the top of an hour'));

test('400 for buckets that are not whole hours', () =>
  expectRefused(inBuckets, 'bucketSize=PT90M', 'monitoring.wrong_bucket', 'which is not a multiple of an hour'));

test('400 for more buckets than one reply has', () =>
  expectRefused(
    inBuckets,
    'start=2020-01-01&end=2026-01-01&bucketSize=PT1H',
    'monitoring.too_many_buckets',
    'Use larger buckets or a shorter period',
  ));
