import type { RouteRecord } from '../../src/platform/http/route.ts';
import type { World } from './world-types.ts';

/** Fields whose name is not that of the object they mean. */
const MEANT: Readonly<Record<string, string>> = {
  additionalLLMBlueprintIds: 'savedBlueprintId',
  accessConnectionId: 'connectionId',
  baselineModelId: 'servedModelId',
  batchId: 'monitoringBatchId',
  batchIds: 'monitoringBatchId',
  batchPredictionJobDefinitionId: 'jobDefinitionId',
  compatibleWithLeaderboardModelId: 'modelId',
  compatibleWithModelPackageId: 'modelPackageId',
  consumerId: 'userId',
  creationUserIds: 'userId',
  creatorUserId: 'userId',
  credentialsId: 'credentialId',
  credentialsIds: 'credentialId',
  datasetIds: 'datasetId',
  datasetVersionIds: 'datasetVersionId',
  datastoreId: 'dataStoreId',
  defaultPredictionServerId: 'predictionEnvironmentId',
  deploymentIds: 'deploymentId',
  distributionPredictionModelId: 'modelId',
  externalTimeSeriesBaselineDatasetId: 'datasetId',
  familyId: 'vectorDatabaseId',
  featureDiscoveryProjectId: 'projectId',
  groupIds: 'groupId',
  holdoutDataCatalogId: 'datasetId',
  id: 'userId',
  ids: 'workloadId',
  jobId: 'predictionJobId',
  llmBlueprintIds: 'savedBlueprintId',
  metadataDatasetId: 'documentsId',
  metricId: 'customMetricId',
  monotonicDecreasingFeaturelistId: 'featurelists/featurelistId',
  monotonicIncreasingFeaturelistId: 'featurelists/featurelistId',
  organizationIds: 'organizationId',
  orgId: 'organizationId',
  ownerUserId: 'userId',
  parentVectorDatabaseId: 'vectorDatabaseId',
  pinnedModelId: 'servedModelId',
  objectId: 'deploymentId',
  relatedEntityId: 'deploymentId',
  resourceId: 'deploymentId',
  retrainingUserId: 'userId',
  rightDataSourceId: 'dataSourceId',
  rightDatasetId: 'datasetId',
  rightDatasetVersionId: 'datasetVersionId',
  sourcePlaygroundId: 'playgroundId',
  sourceProjectId: 'projectId',
  stageId: 'dataStageId',
  trainingDataCatalogId: 'datasetId',
  useCaseIds: 'useCaseId',
  vectorDatabaseIds: 'vectorDatabaseId',
};

/** Key of the world that holds what a field means; undefined where it names nothing that is kept here. */
export function meantBy({ path }: RouteRecord, field: string): string {
  const name = field.replace('?', '').split('.').at(-1) ?? '';
  if (/^modelIds?$/.test(name)) return path.includes('/deployments/{') ? 'servedModelId' : 'modelId';
  if (name === 'featurelistId' && path.includes('/projects/')) return 'featurelists/featurelistId';
  if (name === 'datasetId' && /\/(predictions|predictionExplanations)\//.test(path)) return 'predictionDatasetId';
  if (name === 'entityId' && path.includes('/keyValues/')) return 'deploymentId';
  if (name === 'entityId') return path.includes('/insights/') ? 'modelId' : 'datasetId';
  return MEANT[name] ?? name;
}

/** Ids of other systems, and labels people choose: they name no object of this installation. */
export const FOREIGN = new Set([
  'accessRoleId',
  'applicationId',
  'associationId',
  'associationIds',
  'autoGenerateId',
  'awsAccessKeyId',
  'bulkOperationId',
  'clientId',
  'comparisonPromptResultId',
  'costConfigurationId',
  'customJobId',
  'customModelGuardId',
  'dataSliceId',
  'datetimePartitioningId',
  'embeddingValidationId',
  'evaluationDatasetConfigurationId',
  'itemId',
  'kmsKeyId',
  'llmId',
  'llmIds',
  'llmTestConfigurationIds',
  'modelCreatorId',
  'modelGroupId',
  'modelRegimeId',
  'parameterId',
  'parentId',
  'relationshipsConfigurationId',
  'resourceBundleId',
  'secondaryDatasetConfigId',
  'secondaryDatasetsConfigId',
  'segmentationTaskId',
  'seriesId',
  'sidecarModelMetricValidationId',
  'siteIds',
  'spaceId',
  'subjectId',
  'tenantId',
  'userProvidedId',
]);

/** What a caller of the same organization may know: who is there, and what administrators keep for everybody. */
export const OF_THE_ORGANIZATION = new Set([
  'userId',
  'groupId',
  'organizationId',
  'connectionId',
  'quotaTemplateId',
  'itemId',
]);
/** The same for everybody: it comes with the installation, or follows from what it describes. */
export const OF_EVERYBODY = new Set(['driverId', 'blueprintId', 'llmId']);

/** Fields a caller cannot get an answer about, and why nobody learns anything from them. */
export const EXCUSED: Readonly<Record<string, string>> = {
  'changeHealthSettings customMetrics.warningConditions.[].metricId': 'looked up among the metrics of the deployment',
  'changeHealthSettings customMetrics.failingConditions.[].metricId': 'looked up among the metrics of the deployment',
  'changeChatPrompt customMetrics.[].customModelId': 'a remark about a metric, shown as it was said',
  'continueIncrementalModel chunkDefinitionId': 'the check of continueSampleModel, after the first chunk',
  'checkBlend modelIds': 'answers why not, in the same words',
  'createCustomModelVersion predictionEnvironmentId': 'nothing follows from it',
  'createCustomModelVersion defaultPredictionServerId': 'nothing follows from it',
  'createExternalModelPackage modelId': 'the id a model has elsewhere',
  'createModelPackageFromFile registeredModelId':
    'the check of createModelPackageFromLeaderboard, after the file is read',
  'createModelPackageFromFile useCaseId': 'the check of createModelPackageFromLeaderboard, after the file is read',
  'createQuota policies.[].consumerId': 'compared with who calls, never looked up',
  'updateQuota policies.[].consumerId': 'compared with who calls, never looked up',
  'replayQuota policies.[].consumerId': 'compared with who calls, never looked up',
  'createQuota resourceId': 'administrators limit what does not exist yet; held to their organization',
  'deployRecommendedModel defaultPredictionServerId':
    'the check of deployModelPackage, after the autopilot has finished',
  'listDatasetConfusionCharts ?datasetId': 'the check of listDatasetLiftCharts, in a project with classes',
  'listDatasetMulticlassLiftCharts ?datasetId': 'the check of listDatasetLiftCharts, in a project with classes',
  'listDatasetRocCurves ?datasetId': 'the check of listDatasetLiftCharts, in a project with classes',
  'setRecipeOperations operations.[].arguments.rightDataSourceId': 'looked up when the recipe is compiled',
  'setRecipeOperations operations.[].arguments.rightDatasetId': 'looked up when the recipe is compiled',
  'setRecipeOperations operations.[].arguments.rightDatasetVersionId': 'looked up when the recipe is compiled',
  'compileRecipe operations.[].arguments.rightDatasetVersionId': 'the version is that of the input',
  'setSecondaryDatasets credentialsIds': 'never taken: models learn from one dataset',
  'submitActualsFromDataset credentialId': 'nothing follows from it: datasets are read from the catalog',
};

/** Another object in the path, where the default object does not let the route get as far as its fields. */
export const PATHS: Readonly<Record<string, (own: World) => Readonly<Record<string, string | undefined>>>> = {
  setAim: ({ openProjectId }) => ({ projectId: openProjectId }),
  previewDatetimePartitioning: ({ openProjectId }) => ({ projectId: openProjectId }),
  createOptimizedPartitioning: ({ openProjectId }) => ({ projectId: openProjectId }),
  reportPredictionInputs: ({ reportedDeploymentId }) => ({ deploymentId: reportedDeploymentId }),
  reportPredictionInputsFromDataset: ({ reportedDeploymentId }) => ({ deploymentId: reportedDeploymentId }),
};

/** Parameters beside the one in question. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listQuotas: { offset: '0', limit: '10' },
  listKeyValues: { entityType: 'deployment' },
  getDataSliceSize: { source: 'training' },
};

const RULES = [{ rule: 'requests', limit: 10, window: 'min' }];
const JOIN = { leftKeys: ['size'], rightKeys: ['size'], joinType: 'left', rightPrefix: 'r_' };
const METRIC_VALUE = { timestamp: '2026-01-01T00:00:00Z', value: 1 };

/** What a caller says besides the field in question, so that it is all the answer depends on. */
export const BESIDES: Readonly<Record<string, (own: World, field: string) => object>> = {
  changeDatasets: (_, field) => (field === 'datasetIds' ? {} : { payload: asConsumer() }),
  createProject: ({ datasetId }, field) => (field === 'useCaseId' ? { datasetId } : {}),
  createRecipeFromDataStore: ({ dataStoreId }, field) => ({
    ...(field === 'dataStoreId' ? {} : { dataStoreId }),
    ...{ dialect: 'postgres', inputs: [{ canonicalName: `of ${field}` }] },
  }),
  setRecipeOperations: (own, field) => ({ operations: [{ arguments: joined(own, field) }] }),
  compileRecipe: (own, field) => ({ operations: [{ arguments: joined(own, field) }] }),
  setRecipeInputs: (_, field) => ({
    inputs: [field.endsWith('datasetVersionId') ? { snapshotPolicy: 'fixed' } : {}],
  }),
  requestDataSliceSize: () => ({ source: 'training' }),
  setAim: () => ({ target: 'price' }),
  previewDatetimePartitioning: () => ({ datetimePartitionColumn: 'when' }),
  createOptimizedPartitioning: () => ({ datetimePartitionColumn: 'when', target: 'price' }),
  replaceModel: () => ({ reason: 'OTHER' }),
  addGroupMembers: () => ({}),
  reportPredictionInputs: () => ({ data: [{ predictions: [1] }] }),
  submitActualsFromDataset: () => ({ actualValueColumn: 'price', associationIdColumn: 'rooms' }),
  linkManyToUseCase: () => ({ entitiesList: [{ entityType: 'dataset' }] }),
  requestPredictions: ({ predictionDatasetId }, field) =>
    field === 'datasetId' ? {} : { datasetId: predictionDatasetId },
  requestExplanations: ({ predictionDatasetId }, field) =>
    field === 'datasetId' ? {} : { datasetId: predictionDatasetId },
  addChallenger: ({ rivalPackageId }, field) => (field === 'modelPackageId' ? {} : { modelPackageId: rivalPackageId }),
  createExternalModelPackage: () => ({ target: { name: 'price', type: 'Regression' } }),
  createBatchPredictionJob: scored,
  createBatchPredictionJobDefinition: scored,
  changeBatchPredictionJobDefinition: (own, field) => (scorers.includes(field) ? {} : scored(own, field)),
  createBatchMonitoringJob: (own, field) => ({
    ...scored(own, field),
    monitoringColumns: { predictionsColumns: 'predicted' },
  }),
  reportCustomMetricValues: () => ({ buckets: [METRIC_VALUE] }),
  reportCustomMetricsValues: () => ({ buckets: [METRIC_VALUE] }),
  reportCustomMetricDataset: () => ({ value: { columnName: 'price' }, timestamp: { columnName: 'size' } }),
  createNotificationPolicy: ({ deploymentId, channelId }, field) => ({
    ...(field === 'channelId' ? { relatedEntityId: deploymentId } : { channelId }),
    eventGroup: 'model_deployments.all',
  }),
  createNotificationChannel: () => ({ channelType: 'Webhook' }),
  createQuota: ({ deploymentId }, field) => ({
    ...(field === 'resourceId' ? {} : { resourceId: deploymentId, policies: [{ consumerType: 'user', rules: RULES }] }),
    defaultRules: RULES,
  }),
  updateQuota: () => ({ policies: [{ consumerType: 'user', rules: RULES }] }),
  replayQuota: () => ({ policies: [{ consumerType: 'user', rules: RULES }] }),
  createChatPrompt: ({ chatId }, field) => (['llmBlueprintId', 'chatId'].includes(field) ? {} : { chatId }),
  createComparisonPrompt: ({ savedBlueprintId }, field) =>
    field === 'llmBlueprintIds' ? {} : { llmBlueprintIds: [savedBlueprintId] },
  createVectorDatabase: ({ documentsId }, field) => (field === 'datasetId' ? {} : { datasetId: documentsId }),
};

function joined({ datasetId }: World, field: string): object {
  const source = field.includes('DataSource') ? 'table' : 'dataset';
  return { ...JOIN, source, ...(field.endsWith('VersionId') ? { rightDatasetId: datasetId } : {}) };
}

export function asConsumer(): object {
  return { roles: [{ role: 'CONSUMER' }] };
}

const scorers: readonly string[] = ['deploymentId', 'modelId', 'modelPackageId'];

function scored({ deploymentId }: World, field: string): object {
  const url = 's3://bucket/rows.csv';
  return {
    ...(scorers.includes(field) ? {} : { deploymentId }),
    ...(field.startsWith('intakeSettings.credentialId') ? { intakeSettings: { url } } : {}),
    ...(field.startsWith('outputSettings.credentialId') ? { outputSettings: { url } } : {}),
    ...(field === 'intakeSettings.dataStoreId' ? { intakeSettings: { table: 'sales' } } : {}),
  };
}
