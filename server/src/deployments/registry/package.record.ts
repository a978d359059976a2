import { joinSeriesId } from '@almanac/engine';
import type { z } from 'zod';
import type { Access } from '#accounts';
import type { Links } from '#platform/context.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import type { ManifestTarget, ModelManifest } from '../model-manifest.ts';
import type { Person } from '../people.store.ts';
import type { ModelPackage } from './package.schema.ts';

const MAY_USE = ['CAN_VIEW', 'CAN_CREATE_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_ARCHIVE'];

interface KnownOfPackage {
  readonly access: Access | undefined;
  readonly people: ReadonlyMap<string, Person & { readonly username: string }>;
  readonly deployments: number;
  readonly links: Links;
}

const personIn = ({ people }: KnownOfPackage, id: string) => {
  const found = people.get(id);
  return { id, name: found?.name ?? null, email: found?.email ?? null };
};

export function toPackage(row: ModelPackageRow, known: KnownOfPackage): ShownPackage {
  const told = (row.told ?? {}) as ExternalDescription;
  const { plan } = row.bundle ?? {};
  const external = row.execution_type === 'external';
  const series = plan === undefined ? (told.modelKind?.isTimeSeries ?? false) : plan.kind === 'series';
  const anomaly = row.target.type === 'Anomaly';
  const writes = row.text_model !== null;
  const creator = known.people.get(row.created_by);
  const mayChange = known.access?.role === 'OWNER' || known.access?.role === 'EDITOR';
  const description = told.modelDescription ?? {};
  return {
    id: row.id,
    registeredModelId: row.registered_model_id,
    registeredModelVersion: row.version,
    name: row.name,
    modelId: row.model_id,
    modelExecutionType: row.execution_type,
    isArchived: row.is_archived,
    isDeprecated: false,
    importMeta: {
      creatorId: row.created_by,
      creatorUsername: creator?.username ?? row.created_by,
      creatorFullName: creator?.name ?? null,
      dateCreated: row.created_at.toISOString(),
      originalFileName: told.originalFileName ?? null,
      containsFearPipeline: external ? null : false,
      containsFeaturelists: external ? null : false,
      containsLeaderboardMeta: external ? null : !writes,
      containsProjectMeta: external ? null : !writes,
    },
    sourceMeta: {
      projectId: row.project_id,
      projectName: row.project_name,
      environmentUrl: external ? null : known.links.origin,
      scoringCode: null,
      decisionFlowId: null,
      decisionFlowVersionId: null,
    },
    modelKind: {
      isTimeSeries: series,
      isMultiseries:
        plan === undefined
          ? (told.modelKind?.isMultiseries ?? false)
          : plan.kind === 'series' && plan.panel.idColumns.length > 0,
      isUnsupervisedLearning: anomaly,
      isAnomalyDetectionModel: anomaly,
      isFeatureDiscovery: false,
      isCombinedModel: false,
      isDecisionFlow: false,
      isUnstructured: false,
    },
    target: {
      name: row.target.name,
      type: row.target.type,
      classNames: classNamesOf(row.target),
      classCount: row.target.classes.length === 0 ? null : row.target.classes.length,
      predictionThreshold: row.target.type === 'Binary' ? row.prediction_threshold : null,
      predictionProbabilitiesColumn: told.predictionProbabilitiesColumn ?? null,
    },
    modelDescription: {
      modelName: description.modelName ?? row.model_type,
      description: row.description,
      location: description.location ?? null,
      buildEnvironmentType: external ? (description.buildEnvironmentType ?? 'Other') : 'DataRobot',
      modelCreatorId: description.modelCreatorId ?? null,
      modelCreatorName: description.modelCreatorName ?? null,
      modelCreatorEmail: description.modelCreatorEmail ?? null,
      modelCreatedAt: description.modelCreatedAt ?? null,
    },
    datasets: datasetsOf(row.bundle, told),
    timeseries: timeseriesOf(row.bundle, told),
    permissions: mayChange ? MAY_CHANGE : MAY_USE,
    activeDeploymentCount: known.deployments,
    buildStatus: row.build_status,
    buildError: row.build_error,
    biasAndFairness: null,
    mlpkgFileContents: { allTimeSeriesPredictionIntervals: series && !external ? true : null },
    capabilities: {
      supportsFeatureDriftTracking: !external && !writes,
      supportsTargetDriftTracking: !writes,
      supportsPredictionIntervals: series && !external,
      supportsScoringCodeDownload: false,
      supportsModelPackageDownload: !external && !writes,
    },
    runtimeParameters: [],
    tags: row.tags.map(({ id, name, value }) => ({ id, name, value })),
    stage: row.stage,
    userProvidedId: row.user_provided_id,
    createdAt: row.created_at.toISOString(),
    createdBy: personIn(known, row.created_by),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: personIn(known, row.updated_by),
  };
}

type ShownPackage = z.input<typeof ModelPackage>;
type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/** What is kept of a version besides its bundle: what was told of an external model, and what kind it is. */
export interface ExternalDescription {
  readonly modelKind?: { readonly isTimeSeries: boolean; readonly isMultiseries: boolean };
  readonly modelDescription?: Optional<ShownPackage['modelDescription']>;
  readonly datasets?: Optional<ShownPackage['datasets']>;
  readonly timeseries?: Optional<ShownPackage['timeseries']>;
  readonly predictionProbabilitiesColumn?: string | null;
  /** Of the file a version was read from. */
  readonly originalFileName?: string;
}

/** Clients say the positive class first; a bundle numbers it 1. */
function classNamesOf({ type, classes }: ManifestTarget): string[] | null {
  if (classes.length === 0) return null;
  return type === 'Binary' ? [...classes].reverse() : [...classes];
}

export const classesFrom = (type: ManifestTarget['type'], names: readonly string[]): string[] =>
  type === 'Binary' ? [...names].reverse() : [...names];

function datasetsOf(bundle: ModelManifest | null, { datasets }: ExternalDescription): ShownPackage['datasets'] {
  const training = bundle?.trainingDataset;
  return {
    datasetName: training?.name ?? datasets?.datasetName ?? null,
    trainingDataCatalogId: training?.id ?? datasets?.trainingDataCatalogId ?? null,
    trainingDataCatalogVersionId: training?.versionId ?? null,
    trainingDataSize: bundle?.referenceRows ?? null,
    holdoutDatasetName: datasets?.holdoutDatasetName ?? null,
    holdoutDataCatalogId: datasets?.holdoutDataCatalogId ?? null,
    holdoutDataCatalogVersionId: null,
    baselineSegmentedBy: [],
    targetHistogramBaseline: bundle === null ? null : 'predictions',
  };
}

const NO_SERIES: ShownPackage['timeseries'] = {
  datetimeColumnName: null,
  datetimeColumnFormat: null,
  forecastPointColumnName: null,
  forecastDistanceColumnName: null,
  seriesColumnName: null,
  forecastDistances: null,
  forecastDistancesTimeUnit: null,
  featureDerivationWindowStart: null,
  featureDerivationWindowEnd: null,
  effectiveFeatureDerivationWindowStart: null,
  effectiveFeatureDerivationWindowEnd: null,
  isCrossSeries: null,
  isNewSeriesSupport: null,
  isTraditionalTimeSeries: null,
};

function timeseriesOf(bundle: ModelManifest | null, { timeseries }: ExternalDescription): ShownPackage['timeseries'] {
  const plan = bundle?.plan;
  if (plan?.kind !== 'series') {
    const told = Object.entries(timeseries ?? {}).filter(([, value]) => value !== undefined);
    return { ...NO_SERIES, ...Object.fromEntries(told) };
  }
  const { windows, panel, grid } = plan;
  const [start, end] = [-(windows.blind + windows.history), 0 - windows.blind];
  return {
    datetimeColumnName: panel.dateColumn,
    datetimeColumnFormat: bundle?.columns.find(({ name }) => name === panel.dateColumn)?.dateFormat ?? null,
    forecastPointColumnName: null,
    forecastDistanceColumnName: null,
    // Several columns are named as their values are joined.
    seriesColumnName: panel.idColumns.length === 0 ? null : joinSeriesId(panel.idColumns),
    forecastDistances: Array.from({ length: windows.last - windows.first + 1 }, (_, i) => windows.first + i),
    forecastDistancesTimeUnit: grid.unit,
    featureDerivationWindowStart: start,
    featureDerivationWindowEnd: end,
    effectiveFeatureDerivationWindowStart: start,
    effectiveFeatureDerivationWindowEnd: end,
    isCrossSeries: plan.crossSeries,
    isNewSeriesSupport: true,
    isTraditionalTimeSeries: false,
  };
}
