import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { ModelPackage } from '../registry/package.schema.ts';
import * as deploymentMetadata from './deployment-metadata.ts';
import * as deploymentTags from './deployment-tags.ts';
import * as schema from './metadata.schema.ts';
import type { DeploymentPorts } from './ports.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const route = routeGroup({ part: 'deployments', added: 'v2.18' });

export const metadataRoutes = (ports: DeploymentPorts): RouteRecord[] => [
  route.get(`${ONE}features/`, 'listDeploymentFeatures', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The features of a prediction request',
    query: schema.FeatureQuery,
    replies: { 200: schema.FeaturePage },
    handle: (ctx, { params, url, query }) => deploymentMetadata.listFeatures(ctx, params.deploymentId, url, query),
  }),
  route.get(`${ONE}capabilities/`, 'listDeploymentCapabilities', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The capabilities of a deployment, with the reason for unsupported ones',
    replies: { 200: schema.Capabilities },
    handle: (ctx, { params }) => deploymentMetadata.listCapabilities(ctx, params.deploymentId),
  }),
  route.get(`${ONE}segmentAttributes/`, 'listSegmentAttributes', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The segment attributes of a deployment',
    query: schema.SegmentAttributeQuery,
    replies: { 200: schema.SegmentAttributes },
    handle: (ctx, { params, query }) => deploymentMetadata.listSegmentAttributes(ctx, params.deploymentId, query),
  }),
  route.get(`${ONE}segmentValues/`, 'listSegmentValues', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'The observed values of a segment attribute',
    query: schema.SegmentValueQuery,
    replies: { 200: schema.SegmentValues },
    handle: (ctx, { params, url, query }) =>
      deploymentMetadata.listSegmentValues(ctx, ports, params.deploymentId, url, query),
  }),
  route.get(`${ONE}modelHistory/`, 'listDeploymentModels', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The model history of a deployment, current model first',
    query: schema.HistoryQuery,
    replies: { 200: schema.HistoryPage },
    handle: (ctx, { params, url, query }) => deploymentMetadata.listModelHistory(ctx, params.deploymentId, url, query),
  }),
  route.get(`${ONE}championModelPackage/`, 'getChampionModelPackage', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The model package of the champion',
    replies: { 200: ModelPackage },
    handle: (ctx, { params }) => deploymentMetadata.getChampion(ctx, params.deploymentId),
  }),
  route.get(`${ONE}limits/`, 'getDeploymentLimits', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The limits of a deployment and how much of them is used',
    replies: { 200: schema.Limits },
    handle: (ctx, { params }) => deploymentMetadata.getLimits(ctx, ports, params.deploymentId),
  }),
  route.get(`${ONE}runtimeParameters/`, 'listRuntimeParameters', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Runtime parameters that were set',
    query: schema.RuntimeParameterQuery,
    replies: { 200: schema.RuntimeParameterPage },
    handle: (ctx, { params, url, query }) => deploymentTags.listRuntimeParameters(ctx, params.deploymentId, url, query),
  }),
  route.put(`${ONE}runtimeParameters/`, 'setRuntimeParameters', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Set the runtime parameters, all of them',
    body: schema.RuntimeParameterValues,
    replies: { 204: null },
    handle: (ctx, { params, body }) =>
      deploymentTags.setRuntimeParameters(ctx, params.deploymentId, body.runtimeParameterValues),
  }),
  route.get(`${ONE}model/secondaryDatasetConfiguration/`, 'getSecondaryDatasets', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The secondary datasets of the model: none',
    replies: { 200: schema.SecondaryDatasets },
    handle: (ctx, { params }) => deploymentTags.getSecondaryDatasets(ctx, params.deploymentId),
  }),
  route.patch(`${ONE}model/secondaryDatasetConfiguration/`, 'setSecondaryDatasets', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Refused: models learn from one dataset',
    body: schema.SecondaryDatasetsChange,
    replies: {},
    refusals: { 422: ['deployments.no_secondary_datasets'] },
    handle: (ctx, { params, body }) => deploymentTags.setSecondaryDatasets(ctx, params.deploymentId, body),
  }),
  route.post(`${ONE}tags/`, 'addDeploymentTag', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Tag a deployment',
    body: schema.NewTag,
    replies: { 201: schema.Tag },
    handle: (ctx, { params, body }) => deploymentTags.addTag(ctx, params.deploymentId, body),
  }),
  route.patch(`${ONE}tags/{tagId}/`, 'changeDeploymentTag', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change a tag',
    body: schema.TagChange,
    replies: { 200: schema.Tag },
    refusals: { 404: ['deployments.no_such_tag'] },
    handle: (ctx, { params, body }) => deploymentTags.changeTag(ctx, params.deploymentId, params.tagId, body),
  }),
  route.delete(`${ONE}tags/{tagId}/`, 'removeDeploymentTag', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a tag',
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment', 'deployments.no_such_tag'] },
    handle: (ctx, { params }) => deploymentTags.removeTag(ctx, params.deploymentId, params.tagId),
  }),
];
