import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { housingCsv } from '../housing.ts';
import { computed, manualProject, trainedModel } from '../trained.ts';

const PATIENCE_MS = 300_000;
const NOTHING = '65f000000000000000000001';
let owner: Person;
let options: CallOptions;

interface Trained {
  readonly path: string;
  readonly modelId: string;
  /** The address of its one model. */
  readonly model: string;
}
let regression: Trained;
let binary: Trained;
let multiclass: Trained;

async function trained(target: string, fits: RegExp): Promise<Trained> {
  const path = await manualProject(housingCsv(), { target }, options);
  const modelId = await trainedModel(path, fits, options);
  return { path, modelId, model: `${path}models/${modelId}/` };
}

beforeAll(async () => {
  owner = await aPerson();
  options = { key: owner.token };
  regression = await trained('price', /ridge|elastic|linear/i);
  binary = await trained('sold', /logistic|elastic/i);
  multiclass = await trained('town', /logistic|elastic/i);
}, PATIENCE_MS);

const get = (path: string, as = options) => call('GET', path, as);
const post = (path: string, json: object = {}, as = options) => call('POST', path, { ...as, json });
/** Queued jobs of a project begin only while it has workers. */
const workers = (path: string, workerCount: number) => call('PATCH', path, { ...options, json: { workerCount } });

test('200, 403, 404, 422: each chart on each part of the data, and why one is not shown', async () => {
  for (const [name, fit, unfit] of [
    ['liftChart', binary, []],
    ['multiclassLiftChart', multiclass, []],
    ['rocCurve', binary, [regression, multiclass]],
    ['confusionCharts', multiclass, [regression]],
  ] as const) {
    const chart = `${fit.model}${name}/`;
    expect((await get(chart)).body.charts).toMatchObject([{ source: 'validation' }]);
    expect((await get(`${chart}validation/`)).body).toMatchObject({ source: 'validation' });
    const refused = [await get(`${chart}moon/`), await get(`${chart}holdout/`), await get(`${chart}crossValidation/`)];
    expect([name, ...refused.map(refusalOf)]).toEqual([
      ...[name, '422 insights.no_such_source', '403 insights.holdout_locked', '404 insights.not_scored'],
    ]);
    expect(refused[0]?.body.message).toBe(
      'The project has no data called moon. Ask for one of validation, crossValidation, holdout.',
    );
    expect(refused[1]?.body.message).toContain('holdoutUnlocked=true');
    for (const { model } of unfit)
      for (const path of [`${model}${name}/`, `${model}${name}/validation/`])
        expect([path, refusalOf(await get(path))]).toEqual([path, '422 insights.not_for_task']);
  }
  const ofPart = async (model: string, source: string) => [
    refusalOf(await get(`${model}residuals/${source}/`)),
    refusalOf(await get(`${model}confusionCharts/${source}/metadata/`)),
  ];
  expect(await ofPart(regression.model, 'validation')).toEqual(['200 undefined', '422 insights.not_for_task']);
  expect(await ofPart(binary.model, 'validation')).toEqual(['422 insights.not_for_task', '200 undefined']);
  for (const [source, refusal] of [
    ['moon', '422 insights.no_such_source'],
    ['holdout', '403 insights.holdout_locked'],
    ['crossValidation', '404 insights.not_scored'],
  ] as const) {
    expect(refusalOf(await get(`${regression.model}residuals/${source}/`))).toBe(refusal);
    expect(refusalOf(await get(`${binary.model}confusionCharts/${source}/metadata/`))).toBe(refusal);
  }
});

test('200, 202, 403, 404, 422: the same by name, read and computed', async () => {
  const { modelId } = regression;
  const read = (name: string, query = '') => get(`/api/v2/insights/${name}/models/${modelId}/${query}`);
  const ask = (name: string, more: object = {}, as = options) =>
    post(`/api/v2/insights/${name}/`, { entityId: modelId, ...more }, as);
  expect((await read('liftChart')).body.data).toMatchObject([{ source: 'validation', entityId: modelId }]);
  expect((await ask('liftChart')).status).toBe(202);
  for (const [name, more, refusal] of [
    ['poem', {}, '422 insights.no_such_insight'],
    ['liftChart', { dataSliceId: NOTHING }, '422 insights.no_slices'],
    ['liftChart', { source: 'moon' }, '422 insights.no_such_source'],
    ['liftChart', { source: 'holdout' }, '403 insights.holdout_locked'],
    ['liftChart', { source: 'crossValidation' }, '404 insights.not_scored'],
    ['rocCurve', {}, '422 insights.not_for_task'],
  ] as const) {
    const seen = await read(name, `?${new URLSearchParams(more)}`);
    expect([name, more, refusalOf(seen), refusalOf(await ask(name, more))]).toEqual([name, more, refusal, refusal]);
  }
  const poem = await read('poem');
  expect(poem.body.message).toContain('Ask for one of liftChart, rocCurve, residuals, confusionMatrix, featureImpact');
  expect(refusalOf(await read('featureEffects'))).toBe('404 insights.not_computed');
  const reader = await aPerson();
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER', canUseData: false }];
  const json = { operation: 'updateRoles', roles };
  await call('PATCH', `${regression.path}sharedRoles/`, { ...options, json });
  expect(refusalOf(await ask('liftChart', {}, { key: reader.token }))).toBe('403 sharing.role_too_small');
});

test(
  '404, 202, 200, 422: impact and effects are not there, asked for twice, computed, and there',
  async () => {
    const { path, model, modelId } = regression;
    expect(refusalOf(await get(`${model}featureImpact/`))).toBe('404 insights.not_computed');
    expect(refusalOf(await get(`${model}featureEffects/?source=holdout`))).toBe('403 insights.holdout_locked');
    expect(refusalOf(await post(`${model}featureImpact/`, { backtest: 'holdout' }))).toBe(
      '403 insights.holdout_locked',
    );
    expect(refusalOf(await post(`${multiclass.model}featureEffects/`))).toBe('422 insights.not_for_task');
    await workers(path, 0);
    const impact = await post(`${model}featureImpact/`);
    for (const again of [
      await post(`${model}featureImpact/`),
      await post('/api/v2/insights/featureImpact/', { entityId: modelId }),
    ])
      expect([refusalOf(again), again.body.jobId]).toEqual([
        '422 projects.job_already_added',
        Number(impact.body.jobId),
      ]);
    await workers(path, -1);
    const { body } = await get(await computed(impact, options));
    expect(body.featureImpacts[0]).toMatchObject({ featureName: 'size', impactNormalized: 1 });
    for (const again of [
      await post(`${model}featureImpact/`),
      await post('/api/v2/insights/featureImpact/', { entityId: modelId }),
    ])
      expect(refusalOf(again)).toBe('422 insights.already_computed');
  },
  PATIENCE_MS,
);

test(
  '404, 202, 200, 403, 422: feature effects of each class',
  async () => {
    const { path, model } = multiclass;
    const effects = `${model}multiclassFeatureEffects/`;
    expect(refusalOf(await get(effects))).toBe('404 insights.no_class_effects');
    expect(refusalOf(await get(`${effects}?source=holdout`))).toBe('403 insights.holdout_locked');
    expect(refusalOf(await get(`${effects}?backtestIndex=0`))).toBe('404 projects.not_dated');
    expect(refusalOf(await post(effects, { backtestIndex: 0 }))).toBe('404 projects.not_dated');
    expect(refusalOf(await get(`${regression.model}multiclassFeatureEffects/`))).toBe('422 insights.not_for_task');
    await workers(path, 0);
    const begun = await post(effects, { features: ['size'] });
    expect(refusalOf(await post(effects, { features: ['size'] }))).toBe('422 projects.job_already_added');
    await workers(path, -1);
    const { data } = (await get(await computed(begun, options))).body;
    const impact = `${model}multiclassFeatureImpact/`;
    expect(refusalOf(await get(impact))).toBe('404 insights.not_computed');
    expect(refusalOf(await get(`${regression.model}multiclassFeatureImpact/`))).toBe('422 insights.not_for_task');
    await computed(await post(`${model}featureImpact/`), options);
    const { classFeatureImpacts } = (await get(impact)).body;
    expect(classFeatureImpacts.map((one: { class: string }) => one.class).sort()).toEqual([
      ...['Lima', 'Oslo', 'Rome'],
    ]);
    expect(data.map((one: { class: string; featureName: string }) => [one.class, one.featureName])).toEqual([
      ...[
        ['Lima', 'size'],
        ['Oslo', 'size'],
        ['Rome', 'size'],
      ],
    ]);
    const dependence = data.map((one: { partialDependence: { data: { dependence: number }[] } }) =>
      one.partialDependence.data.map((point) => point.dependence),
    );
    // At each size the probabilities of all classes make one.
    for (const [at, first] of dependence[0].entries())
      expect(first + dependence[1][at] + dependence[2][at]).toBeCloseTo(1, 6);
  },
  PATIENCE_MS,
);

test('404: models, lists and features that are not there', async () => {
  const { path, modelId } = regression;
  const [blueprint] = (await get(`${path}blueprints/`)).body;
  const list = { featurelistId: NOTHING };
  for (const [rest, json, refusal] of [
    ['models/', { blueprintId: blueprint.id, ...list }, '404 projects.no_such_featurelist'],
    ['models/fromModel/', { modelId, ...list }, '404 projects.no_such_featurelist'],
    ['autopilots/', { ...list, mode: 'quick' }, '404 projects.no_such_featurelist'],
    ['featureAssociationMatrix/', list, '404 projects.no_such_featurelist'],
    ['predictionExplanations/', { modelId: NOTHING, datasetId: NOTHING }, '404 projects.no_such_model'],
    ['trainingPredictions/', { modelId: NOTHING, dataSubset: 'all' }, '404 projects.no_such_model'],
  ] as const)
    expect([rest, refusalOf(await post(path + rest, json))]).toEqual([rest, refusal]);
  const pair = `feature1=size&feature2=age&featurelistId=${NOTHING}`;
  expect(refusalOf(await get(`${path}featureAssociationMatrixDetails/?${pair}`))).toBe(
    '404 projects.no_such_featurelist',
  );
  expect(refusalOf(await get(`${path}modelingFeatures/nothing/`))).toBe('404 projects.no_such_feature');
});

test('200: a blueprint, and what it is made of', async () => {
  const blueprints = (await get(`${regression.path}blueprints/`)).body;
  const one = `${regression.path}blueprints/${blueprints[0].id}/`;
  expect((await get(one)).body).toEqual(blueprints[0]);
  expect((await get(`${one}json/`)).body.blueprint).toMatchObject({ estimator: expect.any(String) });
});

test(
  '202, 200, 422: fold by fold, frozen and blended',
  async () => {
    const { path, model, modelId } = regression;
    await computed(await call('POST', `${model}crossValidation/`, options), options);
    const { RMSE } = (await get(`${model}crossValidationScores/`)).body.cvScores;
    expect(Object.keys(RMSE)).toEqual(['0.0', '1.0', '2.0', '3.0', '4.0']);
    const frozen = await computed(await post(`${path}frozenModels/`, { modelId, samplePct: 32 }), options);
    const frozenId = frozen.split('/').at(-2);
    const shown = await get(`${path}frozenModels/${frozenId}/`);
    expect(shown.body).toMatchObject({ id: frozenId, isFrozen: true, parentModelId: modelId });
    const whole = await computed(await post(`${path}frozenModels/`, { modelId, samplePct: 100 }), options);
    const judged = await call('POST', `${whole}crossValidation/`, options);
    expect(refusalOf(judged)).toBe('422 projects.judged_already');
    const other = await trainedModel(path, /tree|forest|boost/i, options);
    await computed(await call('POST', `${path}models/${other}/crossValidation/`, options), options);
    const json = { modelIds: [modelId, other], blenderMethod: 'AVG' };
    await workers(path, 0);
    const begun = await post(`${path}blenderModels/`, json);
    expect(refusalOf(await post(`${path}blenderModels/`, json))).toBe('422 projects.job_already_added');
    await workers(path, -1);
    const blend = (await computed(begun, options)).split('/').at(-2);
    const { body } = await get(`${path}blenderModels/${blend}/`);
    expect(body).toMatchObject({ id: blend, blenderMethod: 'AVG', modelIds: [modelId, other] });
    const kept = await call('DELETE', model, options);
    expect([refusalOf(kept), kept.body.message]).toEqual([
      '422 projects.model_in_blend',
      `The model is part of the blends ${blend}. Delete those first.`,
    ]);
  },
  PATIENCE_MS,
);

test(
  '204, 200: jobs that wait are taken out; predictions are told about',
  async () => {
    const { path, modelId, model } = binary;
    const form = new FormData();
    form.append('file', new Blob([housingCsv(12)]), 'ahead.csv');
    const sent = await call('POST', `${path}predictionDatasets/fileUploads/`, { ...options, body: form });
    const status = new URL(sent.headers.get('location') ?? '').pathname;
    let seen = await get(status);
    while (seen.status === 200 && ['INITIALIZED', 'RUNNING'].includes(seen.body.status)) seen = await get(status);
    const datasetId = new URL(seen.headers.get('location') ?? '').pathname.split('/').at(-2);
    const ask = (rest: string) => post(path + rest, { modelId, datasetId });
    const made = await computed(await ask('predictions/'), options);
    const told = (await get(`${path}predictionsMetadata/${made.split('/').at(-2)}/`)).body;
    expect(told).toMatchObject({ modelId, predictionDatasetId: datasetId });
    await workers(path, 0);
    const explained = await ask('predictionExplanations/');
    expect(refusalOf(await ask('predictionExplanations/'))).toBe('422 projects.job_already_added');
    const training = () => post(`${path}trainingPredictions/`, { modelId, dataSubset: 'holdout' });
    const trained = await training();
    expect(refusalOf(await training())).toBe('422 projects.job_already_added');
    const predicted = await ask('predictions/');
    for (const [folder, begun] of [
      ['predictJobs', predicted],
      ['jobs', explained],
      ['jobs', trained],
      ['jobs', await post(`${model}featureImpact/`)],
    ] as const) {
      const job = `${path}${folder}/${begun.headers.get('location')?.split('/').at(-2)}/`;
      expect([folder, (await call('DELETE', job, options)).status]).toEqual([folder, 204]);
      expect((await get(job)).body.status).toBe('ABORTED');
    }
    expect((await get(`${path}jobs/`)).body.jobs).toEqual([]);
  },
  PATIENCE_MS,
);
