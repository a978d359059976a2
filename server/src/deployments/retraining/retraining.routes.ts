import { pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { changePolicy, createPolicy, deletePolicy, getPolicy, listPolicies } from './policies.ts';
import * as schema from './policy.schema.ts';
import { changeRetrainingSettings, getRetrainingSettings } from './retraining-settings.ts';
import { cancelRun, getRun, listRuns, startRun } from './runs.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const POLICIES = `${ONE}retrainingPolicies/` as const;
const POLICY = `${POLICIES}{policyId}/` as const;
const route = routeGroup({ part: 'deployments', added: 'v2.27' });

export const retrainingRoutes: readonly RouteRecord[] = [
  route.get(`${ONE}retrainingSettings/`, 'getRetrainingSettings', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The retraining settings: dataset, environment and user',
    replies: { 200: schema.RetrainingSettings },
    handle: (ctx, { params }) => getRetrainingSettings(ctx, params.deploymentId),
  }),
  route.patch(`${ONE}retrainingSettings/`, 'changeRetrainingSettings', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change the retraining settings: dataset, environment and user',
    body: schema.RetrainingSettingsChange,
    replies: { 204: null },
    refusals: { 404: ['data.no_such_credential'], 422: ['retraining.no_such_user'] },
    handle: (ctx, { params, body }) => changeRetrainingSettings(ctx, params.deploymentId, body),
  }),
  route.get(POLICIES, 'listRetrainingPolicies', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The retraining policies of a deployment',
    query: pageQuery(),
    replies: { 200: schema.PolicyPage },
    handle: (ctx, { params, url, query }) => listPolicies(ctx, params.deploymentId, url, query),
  }),
  route.post(POLICIES, 'createRetrainingPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Create a retraining policy',
    body: schema.NewPolicy,
    replies: { 201: schema.Policy },
    refusals: { 422: ['retraining.too_many'] },
    handle: (ctx, { params, body }) => createPolicy(ctx, params.deploymentId, body),
  }),
  route.get(POLICY, 'getRetrainingPolicy', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One retraining policy and its latest run',
    replies: { 200: schema.Policy },
    refusals: { 404: ['retraining.no_such_policy'] },
    handle: (ctx, { params }) => getPolicy(ctx, params.deploymentId, params.policyId),
  }),
  route.patch(POLICY, 'changeRetrainingPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change a retraining policy; omitted fields keep their values',
    body: schema.PolicyChange,
    replies: { 200: schema.Policy },
    refusals: { 404: ['retraining.no_such_policy'] },
    handle: (ctx, { params, body }) => changePolicy(ctx, params.deploymentId, params.policyId, body),
  }),
  route.delete(POLICY, 'deleteRetrainingPolicy', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a retraining policy',
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment', 'retraining.no_such_policy'] },
    handle: (ctx, { params }) => deletePolicy(ctx, params.deploymentId, params.policyId),
  }),
  route.get(`${POLICY}runs/`, 'listRetrainingRuns', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The runs of a policy, newest first',
    query: pageQuery(),
    replies: { 200: schema.RunPage },
    refusals: { 404: ['retraining.no_such_policy'] },
    handle: (ctx, { params, url, query }) => listRuns(ctx, params, url, query),
  }),
  route.post(`${POLICY}runs/`, 'startRetrainingRun', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Start a retraining run',
    replies: { 202: schema.RunBegun },
    refusals: { 404: ['retraining.no_such_policy'], 409: ['retraining.running'], 422: ['retraining.no_dataset'] },
    handle: (ctx, { params }) => startRun(ctx, params),
  }),
  route.get(`${POLICY}runs/{runId}/`, 'getRetrainingRun', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One retraining run: its status and its results',
    replies: { 200: schema.Run },
    refusals: { 404: ['retraining.no_such_policy', 'retraining.no_such_run'] },
    handle: (ctx, { params }) => getRun(ctx, params, params.runId),
  }),
  route.patch(`${POLICY}runs/{runId}/`, 'cancelRetrainingRun', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Cancel a run',
    body: schema.RunChange,
    replies: { 200: schema.Run },
    refusals: { 404: ['retraining.no_such_policy', 'retraining.no_such_run'], 409: ['retraining.has_ended'] },
    handle: (ctx, { params }) => cancelRun(ctx, params, params.runId),
  }),
];
