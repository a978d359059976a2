import { z } from 'zod';
import { sharedRolesRoutes } from '#accounts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { callWorkload } from './call-workload.ts';
import { METRICS, RESOLUTIONS } from './stats.rules.ts';
import { allStats, clearStats, metricOverTime, workloadStats } from './stats.ts';
import { WorkloadProblems } from './workload.problems.ts';
import * as schema from './workload.schema.ts';
import { WORKLOAD } from './workload.ts';
import * as workloadsService from './workloads.ts';

/** The routes of workloads need an account and refuse with `{detail}`. */
const workloadRoute = routeGroup({ part: 'quotas', added: 'v2.40', errors: 'detail' });

const CALL_REFUSALS = {
  422: ['quotas.input_too_long', 'request.invalid'],
  429: ['quotas.limit_reached'],
  502: ['workloads.inside', 'workloads.unreachable'],
  503: ['workloads.stopped'],
  504: ['workloads.too_slow'],
} as const;
/** The body of a GET is passed on as it is. */
const callRefusals = (method: string) =>
  method === 'get' ? CALL_REFUSALS : { ...CALL_REFUSALS, 400: ['http.wrong_encoding'] };

/** Whatever the service answers is answered; what it says of itself is not ours to check. */
export const proxyRoutes: readonly RouteRecord[] = (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap(
  (method) =>
    (['', '{path*}'] as const).map((rest) =>
      workloadRoute[method](
        `/api/v2/endpoints/workloads/{workloadId}/${rest}`,
        `call-workload-${method}${rest === '' ? '' : '-path'}`,
        {
          access: needs(WORKLOAD, 'use', 'workloadId'),
          summary: 'Call a service through the platform: its own path, query, body and answer',
          query: z.looseObject({}),
          takes: 'bytes',
          credentials: 'key',
          host: 'workloads',
          agentKeys: 'consumer',
          silenceSeconds: 3600,
          replies: { 200: null },
          refusals: callRefusals(method),
          handle: (ctx, { params, url, headers, stream, gone }) =>
            callWorkload(ctx, params.workloadId, { method: method.toUpperCase(), url, headers, stream, gone: gone() }),
        },
      ),
    ),
);

/** What only makes sense with containers: clients are told so instead of that the route is not there. */
const ABOUT_CONTAINERS: readonly (readonly ['get' | 'post', string])[] = [
  ['post', '/api/v2/workloads/{workloadId}/promote/'],
  ['post', '/api/v2/workloads/{workloadId}/replacement/'],
  ['get', '/api/v2/workloads/{workloadId}/replacement/'],
  ['get', '/api/v2/workloads/{workloadId}/protons/'],
  ['get', '/api/v2/workloads/{workloadId}/protons/{protonId}/'],
  ['get', '/api/v2/workloads/{workloadId}/protons/{protonId}/statusDetails/'],
  ['get', '/api/v2/workloads/{workloadId}/related/'],
  ['get', '/api/v2/artifacts/'],
  ['post', '/api/v2/artifacts/'],
  ['get', '/api/v2/artifacts/{artifactId}/'],
  ['get', '/api/v2/artifactRepositories/'],
  ['post', '/api/v2/artifactRepositories/'],
];

export const notHereRoutes: readonly RouteRecord[] = ABOUT_CONTAINERS.map(([method, path]) =>
  workloadRoute[method](path, `no-containers ${method.toUpperCase()} ${path}`, {
    summary: 'About containers, of which this installation runs none',
    takes: 'bytes',
    replies: {},
    refusals: { 501: ['workloads.no_containers'] },
    handle: (_ctx, { stream }) => {
      stream.resume();
      return refuse(WorkloadProblems.noContainers, `${method.toUpperCase()} ${path}`);
    },
  }),
);

const ALL = '/api/v2/workloads/';
const ONE = '/api/v2/workloads/{workloadId}/';

export const workloadRoutes: readonly RouteRecord[] = [
  workloadRoute.get(ALL, 'listWorkloads', {
    summary: 'The services you may see',
    query: schema.WorkloadQuery,
    replies: { 200: pageOf(schema.Workload) },
    handle: (ctx, { url, query }) => workloadsService.listWorkloads(ctx, url, query),
  }),
  workloadRoute.post(ALL, 'createWorkload', {
    summary: 'Register a long-running HTTP service by its address',
    body: schema.WorkloadCreate,
    replies: { 201: schema.Workload },
    handle: (ctx, { body }) => workloadsService.createWorkload(ctx, body),
  }),
  workloadRoute.get(ONE, 'getWorkload', {
    access: needs(WORKLOAD, 'read'),
    summary: 'One service',
    replies: { 200: schema.Workload },
    handle: (ctx, { params }) => workloadsService.getWorkload(ctx, params.workloadId),
  }),
  workloadRoute.patch(ONE, 'changeWorkload', {
    access: needs(WORKLOAD, 'write'),
    summary: 'Rename a service, describe it, or move it to another address',
    body: schema.WorkloadChange,
    replies: { 200: schema.Workload },
    handle: (ctx, { params, body }) => workloadsService.changeWorkload(ctx, params.workloadId, body),
  }),
  workloadRoute.delete(ONE, 'deleteWorkload', {
    access: needs(WORKLOAD, 'own'),
    summary: 'Delete a registered service; the service itself keeps running',
    replies: { 204: null },
    handle: (ctx, { params }) => workloadsService.deleteWorkload(ctx, params.workloadId),
  }),
  ...(['start', 'stop'] as const).map((word) =>
    workloadRoute.post(`${ONE}${word}/` as const, `${word}Workload`, {
      access: needs(WORKLOAD, 'write'),
      summary: word === 'start' ? 'Let calls through' : 'Refuse calls',
      replies: { 202: schema.Begun },
      refusals: { 409: ['workloads.already'] },
      handle: (ctx, { params }) =>
        workloadsService.setStatus(ctx, params.workloadId, word === 'start' ? 'running' : 'stopped'),
    }),
  ),
  workloadRoute.get(`${ONE}settings/`, 'getWorkloadSettings', {
    access: needs(WORKLOAD, 'write'),
    summary: 'How a service is called',
    replies: { 200: schema.WorkloadSettings },
    handle: (ctx, { params }) => workloadsService.getSettings(ctx, params.workloadId),
  }),
  workloadRoute.patch(`${ONE}settings/`, 'changeWorkloadSettings', {
    access: needs(WORKLOAD, 'write'),
    summary: 'Change how a service is called',
    body: schema.WorkloadSettingsChange,
    replies: { 200: schema.WorkloadSettings },
    handle: (ctx, { params, body }) => workloadsService.changeSettings(ctx, params.workloadId, body),
  }),
  ...(['events', 'history'] as const).map((word) =>
    workloadRoute.get(`${ONE}${word}/` as const, `list-workload-${word}`, {
      access: needs(WORKLOAD, 'read'),
      summary: 'Events of a service, newest first',
      query: pageQuery(1000),
      replies: { 200: pageOf(schema.WorkloadEvent) },
      handle: (ctx, { params, url, query }) => workloadsService.listEvents(ctx, params.workloadId, url, query),
    }),
  ),
  ...sharedRolesRoutes({ kind: WORKLOAD, path: ONE, name: 'Workload', part: 'quotas', added: 'v2.40' }),
];

const time = z.iso.datetime({ offset: true }).optional();
const SpanQuery = z.strictObject({ start: time, end: time });
const OverTimeQuery = SpanQuery.extend({
  resolution: z.enum(Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]).optional(),
});
const Period = z.strictObject({ start: z.string(), end: z.string() });
const value = z.number().nullable();
const Stats = z.strictObject({ period: Period, metrics: z.record(z.enum(METRICS), value) });
const OverTime = z.strictObject({
  metric: z.enum(METRICS),
  summary: z.strictObject({ period: Period, value }),
  buckets: z.array(z.strictObject({ period: Period, value })),
});
const STATS = '/api/v2/workloads/{workloadId}/stats/';

export const statsRoutes: readonly RouteRecord[] = [
  workloadRoute.get('/api/v2/workloads/stats/', 'getAllWorkloadStats', {
    summary: 'Call statistics of all services you may see',
    query: SpanQuery,
    replies: { 200: Stats },
    handle: (ctx, { query }) => allStats(ctx, query),
  }),
  workloadRoute.get(STATS, 'getWorkloadStats', {
    access: needs(WORKLOAD, 'read'),
    summary: 'Call statistics of a service',
    query: SpanQuery,
    replies: { 200: Stats },
    handle: (ctx, { params, query }) => workloadStats(ctx, params.workloadId, query),
  }),
  workloadRoute.delete(STATS, 'clearWorkloadStats', {
    access: needs(WORKLOAD, 'write'),
    summary: 'Clear the call statistics of a service',
    replies: { 204: null },
    handle: (ctx, { params }) => clearStats(ctx, params.workloadId),
  }),
  ...METRICS.map((metric) =>
    workloadRoute.get(`${STATS}${metric}/` as const, `getWorkload-${metric}`, {
      access: needs(WORKLOAD, 'read'),
      summary: `${metric} of a service over time`,
      query: OverTimeQuery,
      replies: { 200: OverTime },
      handle: (ctx, { params, query }) => metricOverTime(ctx, params.workloadId, metric, query),
    }),
  ),
];
