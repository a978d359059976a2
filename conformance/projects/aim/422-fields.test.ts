import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { shopsProject } from '../shops.ts';

let path: string;
let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
  path = await shopsProject({ key });
});

const rows = { target: 'sales' };
const flags = [
  ...['quickrun', 'unsupervisedMode', 'smartDownsampled', 'accuracyOptimizedMb', 'blendBestModels', 'scoringCodeOnly'],
  ...['shapOnlyMode', 'prepareModelForDeployment', 'considerBlendersInRecommendation', 'runLeakageRemovedFeatureList'],
  ...['autopilotWithFeatureDiscovery', 'featureDiscoverySupervisedFeatureReduction', 'dateRemoval', 'useGpu'],
  ...['useSupervisedFeatureReduction', 'onlyIncludeMonotonicBlueprints', 'useTimeSeries', 'disableHoldout'],
  ...['includeBiasMitigationFeatureAsPredictorVariable', 'incrementalLearningOnlyMode', 'defaultToAPriori'],
  ...['incrementalLearningOnBestModel', 'defaultToKnownInAdvance', 'defaultToDoNotDerive', 'useCrossSeriesFeatures'],
  ...['allowPartialHistoryTimeSeriesPredictions', 'useProjectSettings', 'isHoldoutModified'],
];

/** Every field of an aim, with a value that is wrong for it wherever it stands. */
const wrong: readonly (readonly [field: string, value: unknown])[] = [
  ...flags.map((name) => [name, 'maybe'] as const),
  ['target', 7],
  ['target', ''],
  ['mode', 'fast'],
  ['metric', 'Guess'],
  ['targetType', 'Poetry'],
  ['positiveClass', { a: 1 }],
  ['featurelistId', 'none'],
  ['unsupervisedType', 'ghosts'],
  ['autopilotClusterList', ['x']],
  ['weights', 'nothing'],
  ['exposure', 3],
  ['eventsCount', 3],
  ['offset', 'sales'],
  ['responseCap', 0.2],
  ['responseCap', 1],
  ['seed', -1],
  ['seed', 1.5],
  ['blueprintThreshold', 0],
  ['majorityDownsamplingRate', 101],
  ['quantileLevel', 1],
  ['rateTopPctThreshold', 51],
  ['sampleStepPct', -1],
  ['minSecondaryValidationModelCount', -1],
  ['monotonicIncreasingFeaturelistId', 1],
  ['monotonicDecreasingFeaturelistId', 1],
  ['allowedPairwiseInteractionGroups', 'sales'],
  ['stopWords', 'the'],
  ['classMappingAggregationSettings', { colour: 1 }],
  ['protectedFeatures', Array.from({ length: 11 }, (_, i) => `f${i}`)],
  ['preferableTargetValue', []],
  ['fairnessMetricsSet', 'mine'],
  ['fairnessThreshold', 2],
  ['biasMitigationFeatureName', 3],
  ['biasMitigationTechnique', 'magic'],
  ['primaryLocationColumn', 3],
  ['featureEngineeringPredictionPoint', 3],
  ['relationshipsConfigurationId', 3],
  ['segmentationTaskId', 3],
  ['credentials', 'secret'],
  ['externalPredictions', 'x'],
  ['externalTimeSeriesBaselineDatasetId', 3],
  ['chunkDefinitionId', 3],
  ['incrementalLearningEarlyStoppingRounds', -1],
  ['numberOfIncrementalLearningIterationsBeforeBestModelSelection', 11],
  ['seriesId', 3],
  ['forecastDistance', 3],
  ['forecastOffsets', 'x'],
  ['cvMethod', 'astrology'],
  ['validationType', 'TV'],
  ['reps', 1],
  ['holdoutPct', 99],
  ['validationPct', -1],
  ['userPartitionCol', 3],
  ['trainingLevel', {}],
  ['validationLevel', {}],
  ['holdoutLevel', {}],
  ['cvHoldoutLevel', {}],
  ['partitionKeyCols', ['a', 'b']],
  ['datetimePartitionColumn', 3],
  ['datetimePartitioningId', 3],
  ['autopilotDataSelectionMethod', 'luck'],
  ['autopilotDataSamplingMethod', 'luck'],
  ['numberOfBacktests', 0],
  ['numberOfBacktests', 21],
  ['backtests', [{ index: 0 }]],
  ['validationDuration', 'a week'],
  ['gapDuration', 'P'],
  ['holdoutStartDate', 'soon'],
  ['holdoutDuration', '7 days'],
  ['holdoutEndDate', '2022-13-01'],
  ['featureDerivationWindowStart', 1],
  ['featureDerivationWindowEnd', 1],
  ['forecastWindowStart', -1],
  ['forecastWindowEnd', -1],
  ['windowsBasisUnit', 'FORTNIGHT'],
  ['multiseriesIdColumns', 'store'],
  ['featureSettings', [{ featureName: 'x', colour: 1 }]],
  ['treatAsExponential', 'sometimes'],
  ['differencingMethod', 'twice'],
  ['periodicities', [{ timeSteps: -1, timeUnit: 'DAY' }]],
  ['aggregationType', 'median'],
  ['crossSeriesGroupByColumns', 'store'],
  ['calendarId', 3],
  ['modelSplits', 0],
  ['exponentiallyWeightedMovingAlpha', 0],
  ['colour', 'red'],
];

test.each(wrong)('422: %s as %j', async (field, value) => {
  const refused = await call('PATCH', `${path}aim/`, { key, json: { ...rows, [field]: value } });
  expect(refused.status, refused.text).toBe(422);
  const named = Object.keys(refused.body.errors);
  expect(
    named.some((name) => name === field || name.startsWith(`${field}.`)),
    named.join(),
  ).toBe(true);
  expect(Object.values(refused.body.errors).join('').length).toBeGreaterThan(10);
});

test('and the project still has no target', async () => {
  expect((await call('GET', path, { key })).body).toMatchObject({ stage: 'aim', target: null });
});

test.each([
  ['a list', []],
  ['a sentence', 'sales'],
  ['nothing', null],
])('422 or 400: a body that is %s', async (_what, json) => {
  const refused = await call('PATCH', `${path}aim/`, { key, json });
  expect([400, 422]).toContain(refused.status);
  expect(refused.body.message.length).toBeGreaterThan(10);
});
