import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone } from '../housing.ts';
import { modelledReviews, type Reviews } from '../reviews.ts';

let options: CallOptions;
let scores: Reviews;
let moods: Reviews;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  scores = await modelledReviews(options, 'score', ['elastic-net', 'gbdt']);
  moods = await modelledReviews(options, 'mood', ['logistic']);
}, 600_000);

const get = ({ path, models }: Reviews, of: string, what: string) =>
  call('GET', `${path}models/${models[of] ?? of}/${what}`, options);

const READS = ['parameters/', 'missingReport/', 'wordCloud/', 'numIterationsTrained/', 'multiclassFeatureImpact/'];

test('401 and 404: what a model is made of is for those who may read it, and only of models there are', async () => {
  for (const what of READS) {
    expect((await get(scores, 'nothing', what)).body.code, what).toBe('projects.no_such_model');
    const path = `${scores.path}models/${scores.models.gbdt}/${what}`;
    expect((await call('GET', path, { key: null })).body.code, what).toBe('http.no_credentials');
    expect((await call('GET', path, { key: 'wrong' })).body.code, what).toBe('http.bad_credentials');
    const other = { key: (await aPerson()).token };
    expect((await call('GET', path, other)).body.code, what).toBe('sharing.no_such_thing');
  }
});

test('200 and 404: coefficients, words and rounds of the models that have them', async () => {
  const { body } = await get(scores, 'elastic-net', 'parameters/');
  const bad = body.derivedFeatures.find((one: { derivedFeature: string }) => one.derivedFeature === 'note: very bad');
  expect(bad.coefficient).toBeLessThan(0);
  expect((await get(scores, 'gbdt', 'parameters/')).body.code).toBe('insights.no_parameters');
  const { ngrams } = (await get(scores, 'elastic-net', 'wordCloud/?excludeStopWords=true')).body;
  expect(ngrams.every((one: { isStopword: boolean }) => !one.isStopword)).toBe(true);
  expect((await get(scores, 'gbdt', 'wordCloud/')).body.code).toBe('insights.no_word_cloud');
  expect((await get(scores, 'elastic-net', 'wordCloud/?excludeStopWords=often')).status).toBe(422);
  expect((await get(scores, 'gbdt', 'numIterationsTrained/')).body.data[0].numIterations).toBeGreaterThan(1);
  expect((await get(scores, 'elastic-net', 'numIterationsTrained/')).body.code).toBe('insights.no_iterations');
  const { missingValuesReport } = (await get(scores, 'gbdt', 'missingReport/')).body;
  expect(missingValuesReport[0].feature).toBe('price');
});

test('200, 404 and 422: impact by class', async () => {
  expect((await get(moods, 'logistic', 'multiclassFeatureImpact/')).body.code).toBe('insights.not_computed');
  const path = `${moods.path}models/${moods.models.logistic}/featureImpact/`;
  await jobDone((await call('POST', path, options)).headers.get('location'), options);
  const { classFeatureImpacts } = (await get(moods, 'logistic', 'multiclassFeatureImpact/')).body;
  expect(classFeatureImpacts).toHaveLength(3);
  expect(classFeatureImpacts[0].featureImpacts[0].featureName).toBe('note');
  expect((await get(scores, 'gbdt', 'multiclassFeatureImpact/')).body.code).toBe('insights.not_for_task');
}, 120_000);

test('202 and 422: explanations for the rows of the project', async () => {
  const path = `${scores.path}predictionExplanationsOnTrainingData/`;
  const datasetId = scores.path.split('/').at(-2);
  const json = { modelId: scores.models.gbdt, datasetId, maxExplanations: 1 };
  const post = (body: object) => call('POST', path, { ...options, json: body });
  const { path: made = '' } = await jobDone((await post(json)).headers.get('location'), options);
  expect((await call('GET', made, options)).body.totalCount).toBe(120);
  expect((await post({ ...json, datasetId: 'other' })).body.errors.datasetId).toContain('predictionExplanations/');
  expect((await post({ ...json, modelId: 'nothing' })).body.code).toBe('projects.no_such_model');
  expect((await post({ ...json, datetimePredictionPartition: '0' })).status).toBe(422);
  expect((await call('POST', path, { key: null, json })).status).toBe(401);
}, 120_000);
