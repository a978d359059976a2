import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { shopsProject } from '../shops.ts';

const NOTHING = '65f000000000000000000001';
let options: CallOptions;
let path: string;
beforeAll(async () => {
  const permissions = ['ENABLE_INCREMENTAL_LEARNING', 'ENABLE_DATA_CHUNKING_SERVICE'];
  options = { key: (await aPerson({ permissions })).token };
  path = await shopsProject(options);
});

/** Everything that works on models, and a body it takes. */
const ROUTES: readonly (readonly [string, object?])[] = [
  ['models/', { blueprintId: NOTHING }],
  ['models/fromModel/', { modelId: NOTHING }],
  ['datetimeModels/', { blueprintId: NOTHING }],
  ['datetimeModels/fromModel/', { modelId: NOTHING }],
  ['frozenModels/', { modelId: NOTHING, samplePct: 50 }],
  ['frozenDatetimeModels/', { modelId: NOTHING, trainingRowCount: 50 }],
  [`datetimeModels/${NOTHING}/backtests/`],
  [`models/${NOTHING}/crossValidation/`],
  ['blenderModels/', { modelIds: [NOTHING, NOTHING], blenderMethod: 'AVG' }],
  ['blenderModels/blendCheck/', { modelIds: [NOTHING, NOTHING], blenderMethod: 'AVG' }],
  ['autopilot/', { command: 'start' }],
  ['autopilots/', { featurelistId: NOTHING, mode: 'quick' }],
  ['deploymentReadyModels/', { modelId: NOTHING }],
  ['incrementalLearningModels/fromModel/', { modelId: NOTHING, dataStageId: NOTHING }],
  ['incrementalLearningModels/fromSampleModel/', { modelId: NOTHING }],
  ['incrementalLearningModels/fromIncrementalModel/', { modelId: NOTHING, chunkDefinitionId: NOTHING }],
  ['predictionDatasets/urlUploads/', { url: 'https://files.example.org/a.csv' }],
  ['predictionDatasets/datasetUploads/', { datasetId: NOTHING }],
  ['predictions/', { modelId: NOTHING, datasetId: NOTHING }],
  ['trainingPredictions/', { modelId: NOTHING, dataSubset: 'all' }],
  ['predictionExplanations/', { modelId: NOTHING, datasetId: NOTHING }],
  [`models/${NOTHING}/predictionExplanationsInitialization/`],
  [`models/${NOTHING}/featureImpact/`],
  [`models/${NOTHING}/featureEffects/`],
  [`models/${NOTHING}/multiclassFeatureEffects/`, {}],
  [`datetimeModels/${NOTHING}/featureEffects/`, { backtestIndex: 0 }],
  [`datetimeModels/${NOTHING}/multiclassFeatureEffects/`, {}],
  [`datetimeModels/${NOTHING}/multiseriesScores/`],
  [`datetimeModels/${NOTHING}/datetimeTrendPlots/`],
];

test('422: before a target is set there is nothing to train, predict with or explain, and how to set one is told', async () => {
  const form = new FormData();
  form.append('file', new Blob(['date\n2022-01-01\n']), 'ahead.csv');
  const answers = [
    [
      'predictionDatasets/fileUploads/',
      await call('POST', `${path}predictionDatasets/fileUploads/`, { ...options, body: form }),
    ],
    ['modelingFeatures/sales/', await call('GET', `${path}modelingFeatures/sales/`, options)],
  ] as const;
  const asked = [];
  for (const [rest, json] of ROUTES)
    asked.push([
      rest,
      await call('POST', path + rest, { ...options, ...(json === undefined ? {} : { json }) }),
    ] as const);
  for (const [rest, answer] of [...answers, ...asked])
    expect([rest, refusalOf(answer), answer.body.message]).toEqual([
      rest,
      '422 projects.no_target_yet',
      'The project has no target yet (stage aim). Set one with PATCH aim/ and wait for stage modeling.',
    ]);
});
