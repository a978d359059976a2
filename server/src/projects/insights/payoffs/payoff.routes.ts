import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { PayoffMatrix, PayoffMatrixCreate, PayoffMatrixReplace } from './payoff.schema.ts';
import * as payoffs from './payoffs.ts';

const ALL = '/api/v2/projects/{projectId}/payoffMatrices/';
const ONE = `${ALL}{payoffMatrixId}/` as const;
const NO_SUCH_MATRIX = { 404: ['payoffs.no_such_matrix'] } as const;
const route = routeGroup({ part: 'projects', added: 'v2.23' });

export const payoffRoutes = [
  route.post(ALL, 'createPayoffMatrix', {
    access: needs(PROJECT, 'write'),
    summary: 'Say what right and wrong classifications are worth, for a profit curve',
    body: PayoffMatrixCreate,
    replies: { 201: PayoffMatrix },
    refusals: { 422: ['insights.not_for_task', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => payoffs.createPayoffMatrix(ctx, params.projectId, body),
  }),
  route.get(ALL, 'listPayoffMatrices', {
    access: needs(PROJECT, 'read'),
    summary: 'List payoff matrices, oldest first',
    query: pageQuery(),
    replies: { 200: pageOf(PayoffMatrix) },
    handle: (ctx, { params, url, query }) => payoffs.listPayoffMatrices(ctx, params.projectId, url, query),
  }),
  route.get(ONE, 'getPayoffMatrix', {
    access: needs(PROJECT, 'read'),
    summary: 'One payoff matrix',
    replies: { 200: PayoffMatrix },
    refusals: NO_SUCH_MATRIX,
    handle: (ctx, { params }) => payoffs.getPayoffMatrix(ctx, params.projectId, params.payoffMatrixId),
  }),
  route.put(ONE, 'replacePayoffMatrix', {
    access: needs(PROJECT, 'write'),
    summary: 'Replace the name and all values of a payoff matrix',
    body: PayoffMatrixReplace,
    replies: { 200: PayoffMatrix },
    refusals: NO_SUCH_MATRIX,
    handle: (ctx, { params, body }) => payoffs.replacePayoffMatrix(ctx, params.projectId, params.payoffMatrixId, body),
  }),
  route.delete(ONE, 'deletePayoffMatrix', {
    access: needs(PROJECT, 'write'),
    summary: 'Delete a payoff matrix',
    replies: { 204: null },
    refusals: NO_SUCH_MATRIX,
    handle: (ctx, { params }) => payoffs.deletePayoffMatrix(ctx, params.projectId, params.payoffMatrixId),
  }),
];
