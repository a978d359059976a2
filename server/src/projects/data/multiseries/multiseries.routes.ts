import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './multiseries.schema.ts';
import * as multiseries from './multiseries.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });
const Started = z.strictObject({ statusId: z.string(), message: z.string().optional() });

export const multiseriesRoutes = [
  route.post(`${PATH}multiseriesProperties/`, 'detectMultiseries', {
    access: needs(PROJECT, 'write'),
    summary: 'Analyse how a date column and series id columns fit together',
    body: schema.DetectBody,
    replies: { 202: Started },
    refusals: { 422: ['projects.not_a_date', 'projects.target_chosen'] },
    handle: (ctx, { params, body }) => multiseries.startDetection(ctx, params.projectId, body),
  }),
  route.get(`${PATH}features/{featureName}/multiseriesProperties/`, 'getMultiseriesProperties', {
    access: needs(PROJECT, 'read'),
    summary: 'List the series ID columns found for a date column',
    replies: { 200: schema.MultiseriesProperties },
    handle: (ctx, { params }) => multiseries.getMultiseriesProperties(ctx, params.projectId, params.featureName),
  }),
  route.post(`${PATH}crossSeriesProperties/`, 'detectCrossSeries', {
    access: needs(PROJECT, 'write'),
    summary: 'Detect columns that group series',
    body: schema.CrossSeriesBody,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => multiseries.startCrossSeries(ctx, params.projectId, body),
  }),
  route.get(`${PATH}multiseriesIds/{multiseriesId}/crossSeriesProperties/`, 'getCrossSeriesProperties', {
    access: needs(PROJECT, 'read'),
    summary: 'List columns that group series',
    query: schema.CrossSeriesQuery,
    replies: { 200: schema.CrossSeriesProperties },
    handle: (ctx, { params, query }) =>
      multiseries.getCrossSeries(ctx, params.projectId, params.multiseriesId, query.crossSeriesGroupByColumns),
  }),
  route.get(`${PATH}multiseriesNames/`, 'listMultiseriesNames', {
    access: needs(PROJECT, 'read'),
    summary: 'The names of the series of a project',
    query: schema.NamesQuery,
    replies: { 200: schema.SeriesNames },
    refusals: { 422: ['projects.no_series'] },
    handle: (ctx, { params, url, query }) => multiseries.listSeriesNames(ctx, params.projectId, url, query),
  }),
];
