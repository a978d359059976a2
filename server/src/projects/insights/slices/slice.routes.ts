import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './slice.schema.ts';
import * as slices from './slices.ts';

const ONE = '/api/v2/dataSlices/{dataSliceId}/';
const SIZES = `${ONE}sliceSizes/` as const;
const route = routeGroup({ part: 'projects', added: 'v2.32' });

const SIZE_REFUSALS = {
  403: ['insights.holdout_locked', 'sharing.role_too_small'],
  404: ['projects.no_such_model', 'slices.no_such_slice'],
  422: ['insights.no_such_source', 'insights.not_for_task', 'projects.no_target_yet'],
} as const;

export const sliceRoutes = [
  route.post('/api/v2/dataSlices/', 'createDataSlice', {
    access: needs(PROJECT, 'write', null),
    summary: 'Name the rows of a project that pass up to three filters',
    body: schema.SliceCreate,
    replies: { 201: schema.DataSlice },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { body }) => slices.createSlice(ctx, body),
  }),
  route.get('/api/v2/projects/{projectId}/dataSlices/', 'listDataSlices', {
    access: needs(PROJECT, 'read'),
    summary: 'The data slices of a project, oldest first',
    query: schema.SliceQuery,
    replies: { 200: pageOf(schema.DataSlice) },
    handle: (ctx, { params, url, query }) => slices.listSlices(ctx, params.projectId, url, query),
  }),
  route.get(ONE, 'getDataSlice', {
    access: needs(PROJECT, 'read', null),
    summary: 'One data slice',
    replies: { 200: schema.DataSlice },
    refusals: { 404: ['slices.no_such_slice'] },
    handle: (ctx, { params }) => slices.getSlice(ctx, params.dataSliceId),
  }),
  route.delete(ONE, 'deleteDataSlice', {
    access: needs(PROJECT, 'write', null),
    summary: 'Delete a data slice and the insights about it',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['slices.no_such_slice'] },
    handle: (ctx, { params }) => slices.deleteSlice(ctx, params.dataSliceId),
  }),
  route.post(SIZES, 'requestDataSliceSize', {
    access: needs(PROJECT, 'use', null),
    summary: 'Count the rows of a source that are in a data slice',
    body: schema.SizeRequest,
    replies: { 202: schema.SizeStarted },
    refusals: SIZE_REFUSALS,
    handle: (ctx, { params, body }) => slices.requestSize(ctx, params.dataSliceId, body),
  }),
  route.get(SIZES, 'getDataSliceSize', {
    access: needs(PROJECT, 'read', null),
    summary: 'How many rows of a source are in a data slice; 204 until they were counted',
    query: schema.SizeRequest,
    replies: { 200: schema.SliceSize, 204: null },
    refusals: { ...SIZE_REFUSALS, 403: ['insights.holdout_locked'] },
    handle: (ctx, { params, query }) => slices.readSize(ctx, params.dataSliceId, query),
  }),
];
