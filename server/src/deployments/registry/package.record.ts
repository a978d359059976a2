import type { z } from 'zod';
import type { Access } from '#accounts';
import type { Links } from '#platform/http/links.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import type { Person } from '../people.store.ts';
import type { ModelPackage } from './package.schema.ts';
import { classNamesOf, datasetsOf, type Told, timeseriesOf } from './package-facts.rules.ts';

type Shown = z.input<typeof ModelPackage>;

const MAY_USE = ['CAN_VIEW', 'CAN_CREATE_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_ARCHIVE'];

export interface KnownOfPackage {
  readonly access: Access | undefined;
  readonly people: ReadonlyMap<string, Person & { readonly username: string }>;
  readonly deployments: number;
  readonly links: Links;
}

const personIn = ({ people }: KnownOfPackage, id: string) => {
  const found = people.get(id);
  return { id, name: found?.name ?? null, email: found?.email ?? null };
};

export function toPackage(row: ModelPackageRow, known: KnownOfPackage): Shown {
  const told = (row.told ?? {}) as Told;
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
