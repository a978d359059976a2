import type { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { pickOrNull } from '../core/fields.ts';
import { trainShare } from '../core/partitioning/training-data.ts';
import type { Aim } from '../core/project/aim.schema.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { Partition, type Project } from './project.schema.ts';

export function toProject(row: ProjectRow): z.infer<typeof Project> {
  const { aim } = row;
  return {
    ...apiFields(row, 'id', 'file_name', 'stage', 'autopilot_mode', 'target', 'target_type', 'metric'),
    ...apiFields(row, 'holdout_unlocked', 'worker_count', 'gpu_worker_count'),
    projectName: row.name,
    projectDescription: row.description === '' ? null : row.description,
    quickrun: row.autopilot_mode === 3,
    created: row.created_at.toISOString(),
    partition: partitionOf(row),
    advancedOptions: aim === null ? {} : advancedOptions(aim),
    positiveClass: positiveClass(row),
    maxTrainPct: row.plan === null ? null : trainShare(row.plan),
    maxTrainRows: null,
    unsupervisedMode: aim?.unsupervisedMode ?? false,
    unsupervisedType: aim?.unsupervisedMode ? (aim.unsupervisedType ?? 'anomaly') : null,
    useFeatureDiscovery: false,
    useGpu: false,
    catalogId: row.from_catalog ? row.dataset_id : null,
    catalogVersionId: row.from_catalog ? row.dataset_version_id : null,
    queryGeneratorId: null,
    segmentation: null,
  };
}

const positiveClass = ({ plan, aim }: ProjectRow) =>
  plan?.kind === 'table' && plan.task === 'binary' ? (aim?.positiveClass ?? plan.classes[1] ?? null) : null;

const PARTITION = Object.keys(Partition.shape) as (keyof Aim & keyof z.infer<typeof Partition>)[];

function partitionOf({ aim, stage }: ProjectRow): z.infer<typeof Partition> {
  const chosen = stage === 'modeling' || stage === 'eda2' ? aim : null;
  const fields = pickOrNull(chosen, PARTITION);
  return { ...fields, datetimeCol: null, useTimeSeries: fields.useTimeSeries ?? false };
}

const SHOWN = [
  'weights',
  'seed',
  'blendBestModels',
  'scoringCodeOnly',
  'shapOnlyMode',
  'prepareModelForDeployment',
  'considerBlendersInRecommendation',
  'minSecondaryValidationModelCount',
  'autopilotDataSamplingMethod',
  'runLeakageRemovedFeatureList',
  'autopilotWithFeatureDiscovery',
  'featureDiscoverySupervisedFeatureReduction',
  'onlyIncludeMonotonicBlueprints',
  'exponentiallyWeightedMovingAlpha',
  'incrementalLearningOnlyMode',
  'incrementalLearningOnBestModel',
  'chunkDefinitionId',
  'incrementalLearningEarlyStoppingRounds',
  'numberOfIncrementalLearningIterationsBeforeBestModelSelection',
] as const satisfies readonly (keyof Aim)[];

function advancedOptions(aim: Aim): Record<string, unknown> {
  return Object.fromEntries(SHOWN.flatMap((name) => (aim[name] === undefined ? [] : [[name, aim[name]]])));
}
