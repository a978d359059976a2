import { sharedRolesRoutes } from '#accounts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { WORKLOAD } from './workload.kind.ts';
import {
  Begun,
  Workload,
  WorkloadChange,
  WorkloadCreate,
  WorkloadEvent,
  WorkloadQuery,
  WorkloadSettings,
  WorkloadSettingsChange,
} from './workload.schema.ts';
import { workloadRoute } from './workload-route.ts';
import { changeSettings, getSettings } from './workload-settings.ts';
import {
  changeWorkload,
  createWorkload,
  deleteWorkload,
  getWorkload,
  listEvents,
  listWorkloads,
  setStatus,
} from './workloads.ts';

const ALL = '/api/v2/workloads/';
const ONE = '/api/v2/workloads/{workloadId}/';

export const workloadRoutes: readonly RouteRecord[] = [
  workloadRoute({
    method: 'GET',
    path: ALL,
    operation: 'listWorkloads',
    summary: 'The services you may see',
    query: WorkloadQuery,
    replies: { 200: pageOf(Workload) },
    handle: (ctx, { url, query }) => listWorkloads(ctx, url, query),
  }),
  workloadRoute({
    method: 'POST',
    path: ALL,
    operation: 'createWorkload',
    summary: 'Register a long-running HTTP service by its address',
    body: WorkloadCreate,
    replies: { 201: Workload },
    handle: (ctx, { body }) => createWorkload(ctx, body),
  }),
  workloadRoute({
    method: 'GET',
    path: ONE,
    operation: 'getWorkload',
    summary: 'One service',
    replies: { 200: Workload },
    handle: (ctx, { params }) => getWorkload(ctx, params.workloadId),
  }),
  workloadRoute({
    method: 'PATCH',
    path: ONE,
    operation: 'changeWorkload',
    summary: 'Rename a service, describe it, or move it to another address',
    body: WorkloadChange,
    replies: { 200: Workload },
    handle: (ctx, { params, body }) => changeWorkload(ctx, params.workloadId, body),
  }),
  workloadRoute({
    method: 'DELETE',
    path: ONE,
    operation: 'deleteWorkload',
    summary: 'Take a service away; the service itself runs on',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteWorkload(ctx, params.workloadId),
  }),
  ...(['start', 'stop'] as const).map((word) =>
    workloadRoute({
      method: 'POST',
      path: `${ONE}${word}/` as const,
      operation: `${word}Workload`,
      summary: word === 'start' ? 'Let calls through' : 'Refuse calls',
      replies: { 202: Begun },
      handle: (ctx, { params }) => setStatus(ctx, params.workloadId, word === 'start' ? 'running' : 'stopped'),
    }),
  ),
  workloadRoute({
    method: 'GET',
    path: `${ONE}settings/`,
    operation: 'getWorkloadSettings',
    summary: 'How a service is called',
    replies: { 200: WorkloadSettings },
    handle: (ctx, { params }) => getSettings(ctx, params.workloadId),
  }),
  workloadRoute({
    method: 'PATCH',
    path: `${ONE}settings/`,
    operation: 'changeWorkloadSettings',
    summary: 'Change how a service is called',
    body: WorkloadSettingsChange,
    replies: { 200: WorkloadSettings },
    handle: (ctx, { params, body }) => changeSettings(ctx, params.workloadId, body),
  }),
  ...(['events', 'history'] as const).map((word) =>
    workloadRoute({
      method: 'GET',
      path: `${ONE}${word}/` as const,
      operation: `list-workload-${word}`,
      summary: 'What was done to a service, newest first',
      query: pageQuery(1000),
      replies: { 200: pageOf(WorkloadEvent) },
      handle: (ctx, { params, url, query }) => listEvents(ctx, params.workloadId, url, query),
    }),
  ),
  ...sharedRolesRoutes({ kind: WORKLOAD, path: ONE, name: 'Workload', part: 'quotas', added: 'v2.40' }),
];
