import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { aDeployment } from './predictions.fixtures.ts';

const { platform, ask, person } = await servedApp();
const ada = await person();
const [regression, binary, multiclass, anomaly, blend] = await Promise.all([
  aDeployment(platform, ada, 'regression'),
  aDeployment(platform, ada, 'binary'),
  aDeployment(platform, ada, 'multiclass'),
  aDeployment(platform, ada, 'anomaly'),
  aDeployment(platform, ada, 'regression', { members: 2 }),
]);
const HOUSING = [
  { size: 150, colour: 'red', rooms: 4 },
  { size: 30, colour: 'blue', rooms: 1 },
];
const explain = ({ line }: { line: string }, query: string, headers: Record<string, string> = {}) =>
  ask(`${line}?${query}`, { key: ada.key, body: HOUSING, headers });

test('the strongest reasons come first, marked by their share of the strongest', async () => {
  const { body } = await explain(regression, 'maxExplanations=3');
  const [large, small] = body.data.map((row: { predictionExplanations: object[] }) => row.predictionExplanations);
  expect(large[0]).toMatchObject({ feature: 'size', featureValue: 150, label: 'price', qualitativeStrength: '+++' });
  expect(small[0]).toMatchObject({ feature: 'size', featureValue: 30, qualitativeStrength: '---' });
  expect(small[0].strength).toBeLessThan(0);
});

test('nothing is explained unless it is asked', async () => {
  const { body } = await explain(regression, 'maxExplanations=0');
  expect(body.data[0]).not.toHaveProperty('predictionExplanations');
});

test('SHAP tells all, and the parts add up to the prediction', async () => {
  for (const one of [regression, blend]) {
    const { body } = await explain(one, 'explanationAlgorithm=shap');
    for (const { prediction, predictionExplanations, shapExplanationsMetadata } of body.data) {
      const sum = predictionExplanations.reduce(
        (total: number, { strength }: { strength: number }) => total + strength,
        0,
      );
      expect(shapExplanationsMetadata.baseValue + sum + shapExplanationsMetadata.remainingTotal).toBeCloseTo(
        prediction,
        0,
      );
      expect(predictionExplanations[0].qualitativeStrength).toBeNull();
    }
  }
  const { body } = await explain(regression, 'explanationAlgorithm=shap&maxExplanations=1');
  const [{ prediction, predictionExplanations, shapExplanationsMetadata: told }] = body.data;
  expect(told.baseValue + predictionExplanations[0].strength + told.remainingTotal).toBeCloseTo(prediction, 0);
});

test('rows between the thresholds are not explained', async () => {
  const { body } = await explain(regression, 'maxCodes=2&thresholdHigh=100000');
  expect(body.data[0].predictionExplanations).toHaveLength(2);
  expect(body.data[1].predictionExplanations).toEqual([]);
});

test('classes are explained by name, or the likeliest', async () => {
  const labels = (body: { data: { predictionExplanations: { label: string }[] }[] }) => [
    ...new Set(body.data[0]?.predictionExplanations.map(({ label }) => label)),
  ];
  expect(labels((await explain(multiclass, 'maxExplanations=1')).body)).toEqual(['villa']);
  expect(labels((await explain(multiclass, 'maxExplanations=1&explanationNumTopClasses=2')).body)).toHaveLength(2);
  const named = 'maxExplanations=1&explanationClassNames=flat&explanationClassNames=villa';
  expect(labels((await explain(multiclass, named)).body)).toEqual(['flat', 'villa']);
  const csv = await explain(multiclass, named, { accept: 'text/csv' });
  expect(csv.text.split('\n')[0]).toContain(',CLASS_2_EXPLANATION_1_FEATURE_NAME,');
});

test('of two classes the positive one is explained, of anomalies the score', async () => {
  expect((await explain(binary, 'maxExplanations=1')).body.data[0].predictionExplanations[0].label).toBe('yes');
  expect((await explain(anomaly, 'maxExplanations=1')).status).toBe(200);
});

test('as CSV every row has as many explanations as were asked for', async () => {
  const { text } = await explain(regression, 'maxExplanations=3&thresholdHigh=100000', { accept: 'text/csv' });
  const [head = '', ...rows] = text.trim().split('\n');
  expect(head).toContain(
    'EXPLANATION_3_FEATURE_NAME,EXPLANATION_3_STRENGTH,EXPLANATION_3_ACTUAL_VALUE,EXPLANATION_3_QUALITATIVE_STRENGTH',
  );
  for (const row of rows) expect(row.split(',')).toHaveLength(head.split(',').length);
  const shap = await explain(regression, 'explanationAlgorithm=shap', { accept: 'text/csv' });
  expect(shap.text.split('\n')[0]).toContain(',SHAP_REMAINING_TOTAL,SHAP_BASE_VALUE,');
});

test.each([
  ['maxExplanations=all', 'maxExplanations'],
  ['maxExplanations=many', 'maxExplanations'],
  ['maxCodes=1.5', 'maxCodes'],
  ['explanationNumTopClasses=2&maxExplanations=1', 'explanationNumTopClasses'],
  ['explanationClassNames=yes&maxExplanations=1', 'explanationClassNames'],
  ['thresholdHigh=high', 'thresholdHigh'],
])('%s is refused for a regression', async (query, field) => {
  const { status, body } = await explain(regression, query);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});

test('a class nobody knows is refused by name', async () => {
  const { status, body } = await explain(multiclass, 'maxExplanations=1&explanationClassNames=castle');
  expect(status).toBe(422);
  expect(body.errors.explanationClassNames).toContain('"castle"');
});
