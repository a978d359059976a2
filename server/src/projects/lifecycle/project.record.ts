import type { z } from 'zod';
import { pickOrNull } from '../core/fields.ts';
import { trainShare } from '../core/partitioning/training-data.ts';
import type { Aim } from '../core/project/aim.schema.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { Partition, type Project } from './project.schema.ts';

export function toProject(row: ProjectRow): z.infer<typeof Project> {
  const { aim } = row;
  return {
    id: row.id,
    projectName: row.name,
    projectDescription: row.description === '' ? null : row.description,
    fileName: row.file_name,
    stage: row.stage,
    autopilotMode: row.autopilot_mode,
    quickrun: row.autopilot_mode === 3,
    created: row.created_at.toISOString(),
    target: row.target,
    targetType: row.target_type,
    metric: row.metric,
    partition: partitionOf(row),
    advancedOptions: aim === null ? {} : advancedOptions(aim),
    positiveClass: positiveClass(row),
    maxTrainPct: row.plan === null ? null : trainShare(row.plan),
    maxTrainRows: null,
    holdoutUnlocked: row.holdout_unlocked,
    unsupervisedMode: aim?.unsupervisedMode ?? false,
    unsupervisedType: aim?.unsupervisedMode ? (aim.unsupervisedType ?? 'anomaly') : null,
    useFeatureDiscovery: false,
    useGpu: false,
    catalogId: row.from_catalog ? row.dataset_id : null,
    catalogVersionId: row.from_catalog ? row.dataset_version_id : null,
    queryGeneratorId: null,
    segmentation: null,
    workerCount: row.worker_count,
    gpuWorkerCount: row.gpu_worker_count,
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
