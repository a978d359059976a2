import { joinSeriesId } from '@almanac/engine';
import type { z } from 'zod';
import type { Access } from '#accounts';
import type { Links } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import type { ManifestTarget, ModelManifest } from '../model-manifest.ts';
import { type People, showPerson } from '../people.store.ts';
import { ModelDescription, type ModelPackage, Timeseries } from './package.schema.ts';
import { kindOf } from './version-filter.store.ts';

const MAY_USE = ['CAN_VIEW', 'CAN_CREATE_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_ARCHIVE'];

interface KnownOfPackage {
  readonly access: Access | undefined;
  readonly people: People;
  readonly deployments: number;
  readonly links: Links;
}

export function toPackage(row: ModelPackageRow, known: KnownOfPackage): ShownPackage {
  const told = (row.told ?? {}) as ExternalDescription;
  const kind = kindOf(row);
  const series = kind.isTimeSeries;
  const external = row.execution_type === 'external';
  const anomaly = row.target.type === 'Anomaly';
  const writes = row.text_model !== null;
  const creator = known.people.get(row.created_by);
  const mayChange = known.access?.role === 'OWNER' || known.access?.role === 'EDITOR';
  const description = told.modelDescription ?? {};
  return {
    ...apiFields(row, 'id', 'registered_model_id', 'name', 'model_id', 'is_archived', 'build_status', 'build_error'),
    ...apiFields(row, 'stage', 'user_provided_id', 'created_at', 'updated_at'),
    registeredModelVersion: row.version,
    modelExecutionType: row.execution_type,
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
      ...apiFields(row, 'project_id', 'project_name'),
      environmentUrl: external ? null : known.links.origin,
      scoringCode: null,
      decisionFlowId: null,
      decisionFlowVersionId: null,
    },
    modelKind: {
      ...kind,
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
      ...NO_DESCRIPTION,
      ...(description as Partial<ShownPackage['modelDescription']>),
      modelName: description.modelName ?? row.model_type,
      description: row.description,
      buildEnvironmentType: external ? (description.buildEnvironmentType ?? 'Other') : 'DataRobot',
    },
    datasets: datasetsOf(row.bundle, told),
    timeseries: timeseriesOf(row.bundle, told),
    permissions: mayChange ? MAY_CHANGE : MAY_USE,
    activeDeploymentCount: known.deployments,
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
    tags: [...row.tags],
    createdBy: showPerson(known.people, row.created_by),
    updatedBy: showPerson(known.people, row.updated_by),
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

/** All fields null. */
const noneOf = (schema: z.ZodObject) => Object.fromEntries(Object.keys(schema.shape).map((field) => [field, null]));
const NO_SERIES = noneOf(Timeseries) as ShownPackage['timeseries'];
const NO_DESCRIPTION = noneOf(ModelDescription) as Omit<ShownPackage['modelDescription'], 'description'>;

function timeseriesOf(bundle: ModelManifest | null, { timeseries }: ExternalDescription): ShownPackage['timeseries'] {
  const plan = bundle?.plan;
  if (plan?.kind !== 'series') {
    return { ...NO_SERIES, ...(timeseries as Partial<ShownPackage['timeseries']>) };
  }
  const { windows, panel, grid } = plan;
  const [start, end] = [-(windows.blind + windows.history), 0 - windows.blind];
  return {
    ...NO_SERIES,
    datetimeColumnName: panel.dateColumn,
    datetimeColumnFormat: bundle?.columns.find(({ name }) => name === panel.dateColumn)?.dateFormat ?? null,
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
