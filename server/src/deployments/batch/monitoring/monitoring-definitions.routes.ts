import { z } from 'zod';
import { page, pageOf, pageQuery } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { route } from '#platform/http/route.ts';
import { BatchProblems } from '../batch.problems.ts';

const common = { part: 'deployments', history: { added: 'v2.31' } } as const;
const ALL = '/api/v2/batchMonitoringJobDefinitions/';
const ONE = '/api/v2/batchMonitoringJobDefinitions/{jobDefinitionId}/';
const Definition = z.strictObject({ id: z.string() });

/** Monitoring jobs are not kept as definitions: nothing is listed, nothing found, and making one says what to do. */
export const monitoringDefinitionRoutes = [
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: ALL,
    operation: 'createBatchMonitoringJobDefinition',
    summary: 'Not kept here: monitoring jobs are made one by one with batchMonitoring/',
    body: z.looseObject({}),
    replies: {},
    handle: () => refuse(BatchProblems.noMonitoringDefinitions),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listBatchMonitoringJobDefinitions',
    summary: 'Definitions of monitoring jobs: there are none',
    query: pageQuery().extend({ searchName: z.string().optional(), deploymentId: z.string().optional() }),
    replies: { 200: pageOf(Definition) },
    handle: (ctx, { url, query }) => page(ctx.links, url, query, [], 0),
  }),
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method) =>
    route({
      ...common,
      access: 'account',
      method,
      path: ONE,
      operation: `${{ GET: 'get', PATCH: 'change', DELETE: 'delete' }[method]}BatchMonitoringJobDefinition`,
      summary: 'Definitions of monitoring jobs: there are none',
      ...(method === 'PATCH' ? { body: z.looseObject({}) } : {}),
      replies: {},
      handle: (_ctx, { params }) => refuse(BatchProblems.noSuchMonitoringDefinition, params.jobDefinitionId),
    }),
  ),
];
