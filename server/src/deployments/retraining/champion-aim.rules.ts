import type { Aim } from '#projects';
import type { ModelManifest } from '../model-manifest.ts';
import type { PolicyDefinition } from './policy.schema.ts';

/** Dates and ids that were of the champion's data or project say nothing about new data. */
const OF_THE_OLD_DATA = [
  ...[
    'backtests',
    'holdoutStartDate',
    'holdoutEndDate',
    'datetimePartitioningId',
    'isHoldoutModified',
    'featurelistId',
  ],
  ...['monotonicIncreasingFeaturelistId', 'monotonicDecreasingFeaturelistId', 'chunkDefinitionId', 'quickrun'],
  ...['incrementalLearningOnlyMode', 'incrementalLearningOnBestModel', 'incrementalLearningEarlyStoppingRounds'],
  'numberOfIncrementalLearningIterationsBeforeBestModelSelection',
];

const OF_THE_PARTITION = [
  ...['cvMethod', 'validationType', 'reps', 'holdoutPct', 'validationPct', 'userPartitionCol', 'partitionKeyCols'],
  ...['trainingLevel', 'validationLevel', 'holdoutLevel', 'cvHoldoutLevel', 'seed', 'metric'],
];

/** The aim by the manifest alone, for a champion whose project was deleted. */
export function aimOfManifest({ plan, target }: Pick<ModelManifest, 'plan' | 'target'>): Aim {
  if (plan.kind === 'table') {
    if (target.name === null) return { unsupervisedMode: true };
    const positive = target.type === 'Binary' ? target.classes[1] : undefined;
    return { target: target.name, ...(positive === undefined ? {} : { positiveClass: positive }) };
  }
  const { panel, windows, grid } = plan;
  return {
    target: panel.target,
    cvMethod: 'datetime',
    useTimeSeries: true,
    datetimePartitionColumn: panel.dateColumn,
    ...(panel.idColumns.length > 0 ? { multiseriesIdColumns: [...panel.idColumns] } : {}),
    // Windows are kept in cells of the grid.
    forecastWindowStart: windows.first * grid.step,
    forecastWindowEnd: windows.last * grid.step,
    featureDerivationWindowStart: -(windows.history + windows.blind) * grid.step,
    featureDerivationWindowEnd: -windows.blind * grid.step || 0,
    featureSettings: (panel.knownInAdvance ?? []).map((featureName) => ({ featureName, knownInAdvance: true })),
  };
}

const without = (aim: Aim, names: readonly string[]): Aim =>
  Object.fromEntries(Object.entries(aim).filter(([name]) => !names.includes(name)));

const CV = { RandomCV: 'random', StratifiedCV: 'stratified', random: 'random', stratified: 'stratified' } as const;

/** The aim of the new project: that of the champion, with the overrides of the policy. */
export function retrainingAim(champion: Aim, policy: PolicyDefinition): Aim {
  const { projectOptionsStrategy: strategy, projectOptions, timeSeriesOptions, autopilotOptions } = policy;
  const carried = without(champion, OF_THE_OLD_DATA);
  const kept = strategy === 'custom' && !carried.useTimeSeries ? without(carried, OF_THE_PARTITION) : carried;
  const { cvMethod, ...rows } = projectOptions ?? {};
  const said = strategy === 'same_as_champion' ? {} : { ...rows, ...(cvMethod ? { cvMethod: CV[cvMethod] } : {}) };
  const time = strategy === 'same_as_champion' || !kept.useTimeSeries ? {} : (timeSeriesOptions ?? {});
  const autopilot = policy.modelSelectionStrategy === 'autopilot_recommended';
  const { mode, blendBestModels, runLeakageRemovedFeatureList, shapOnlyMode } = autopilotOptions;
  return {
    ...kept,
    ...(said as Aim),
    ...(time as Aim),
    mode: autopilot ? mode : 'manual',
    ...(autopilot ? { blendBestModels } : {}),
    ...(autopilot && runLeakageRemovedFeatureList ? { runLeakageRemovedFeatureList } : {}),
    ...(autopilot && shapOnlyMode ? { shapOnlyMode } : {}),
  };
}
