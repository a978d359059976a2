import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { ModelPackage } from '../registry/package.schema.ts';
import {
  getChampion,
  getLimits,
  listCapabilities,
  listFeatures,
  listModelHistory,
  listSegmentAttributes,
  listSegmentValues,
} from './deployment-metadata.ts';
import {
  addTag,
  changeTag,
  getSecondaryDatasets,
  listRuntimeParameters,
  removeTag,
  setRuntimeParameters,
  setSecondaryDatasets,
} from './deployment-tags.ts';
import {
  Capabilities,
  FeaturePage,
  FeatureQuery,
  HistoryPage,
  HistoryQuery,
  Limits,
  NewTag,
  RuntimeParameterPage,
  RuntimeParameterQuery,
  RuntimeParameterValues,
  SecondaryDatasets,
  SecondaryDatasetsChange,
  SegmentAttributeQuery,
  SegmentAttributes,
  SegmentValueQuery,
  SegmentValues,
  Tag,
  TagChange,
} from './metadata.schema.ts';
import type { DeploymentPorts } from './ports.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const route = routeGroup({ part: 'deployments', added: 'v2.18' });

export const metadataRoutes = (ports: DeploymentPorts): RouteRecord[] => [
  route.get(`${ONE}features/`, 'listDeploymentFeatures', {
    summary: 'The features of a prediction request',
    query: FeatureQuery,
    replies: { 200: FeaturePage },
    handle: (ctx, { params, url, query }) => listFeatures(ctx, params.deploymentId, url, query),
  }),
  route.get(`${ONE}capabilities/`, 'listDeploymentCapabilities', {
    summary: 'The capabilities of a deployment, with the reason for unsupported ones',
    replies: { 200: Capabilities },
    handle: (ctx, { params }) => listCapabilities(ctx, params.deploymentId),
  }),
  route.get(`${ONE}segmentAttributes/`, 'listSegmentAttributes', {
    summary: 'The segment attributes of a deployment',
    query: SegmentAttributeQuery,
    replies: { 200: SegmentAttributes },
    handle: (ctx, { params, query }) => listSegmentAttributes(ctx, params.deploymentId, query),
  }),
  route.get(`${ONE}segmentValues/`, 'listSegmentValues', {
    summary: 'The observed values of a segment attribute',
    query: SegmentValueQuery,
    replies: { 200: SegmentValues },
    handle: (ctx, { params, url, query }) => listSegmentValues(ctx, ports, params.deploymentId, url, query),
  }),
  route.get(`${ONE}modelHistory/`, 'listDeploymentModels', {
    summary: 'The model history of a deployment, current model first',
    query: HistoryQuery,
    replies: { 200: HistoryPage },
    handle: (ctx, { params, url, query }) => listModelHistory(ctx, params.deploymentId, url, query),
  }),
  route.get(`${ONE}championModelPackage/`, 'getChampionModelPackage', {
    summary: 'The model package of the champion',
    replies: { 200: ModelPackage },
    handle: (ctx, { params }) => getChampion(ctx, params.deploymentId),
  }),
  route.get(`${ONE}limits/`, 'getDeploymentLimits', {
    summary: 'The limits of a deployment and how much of them is used',
    replies: { 200: Limits },
    handle: (ctx, { params }) => getLimits(ctx, ports, params.deploymentId),
  }),
  route.get(`${ONE}runtimeParameters/`, 'listRuntimeParameters', {
    summary: 'Runtime parameters that were set',
    query: RuntimeParameterQuery,
    replies: { 200: RuntimeParameterPage },
    handle: (ctx, { params, url, query }) => listRuntimeParameters(ctx, params.deploymentId, url, query),
  }),
  route.put(`${ONE}runtimeParameters/`, 'setRuntimeParameters', {
    summary: 'Set the runtime parameters, all of them',
    body: RuntimeParameterValues,
    replies: { 204: null },
    handle: (ctx, { params, body }) => setRuntimeParameters(ctx, params.deploymentId, body.runtimeParameterValues),
  }),
  route.get(`${ONE}model/secondaryDatasetConfiguration/`, 'getSecondaryDatasets', {
    summary: 'The secondary datasets of the model: none',
    replies: { 200: SecondaryDatasets },
    handle: (ctx, { params }) => getSecondaryDatasets(ctx, params.deploymentId),
  }),
  route.patch(`${ONE}model/secondaryDatasetConfiguration/`, 'setSecondaryDatasets', {
    summary: 'Refused: models learn from one dataset',
    body: SecondaryDatasetsChange,
    replies: { 204: null },
    handle: (ctx, { params, body }) => setSecondaryDatasets(ctx, params.deploymentId, body),
  }),
  route.post(`${ONE}tags/`, 'addDeploymentTag', {
    summary: 'Tag a deployment',
    body: NewTag,
    replies: { 201: Tag },
    handle: (ctx, { params, body }) => addTag(ctx, params.deploymentId, body),
  }),
  route.patch(`${ONE}tags/{tagId}/`, 'changeDeploymentTag', {
    summary: 'Change a tag',
    body: TagChange,
    replies: { 200: Tag },
    handle: (ctx, { params, body }) => changeTag(ctx, params.deploymentId, params.tagId, body),
  }),
  route.delete(`${ONE}tags/{tagId}/`, 'removeDeploymentTag', {
    summary: 'Delete a tag',
    replies: { 204: null },
    handle: (ctx, { params }) => removeTag(ctx, params.deploymentId, params.tagId),
  }),
];
