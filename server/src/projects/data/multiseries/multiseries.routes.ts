import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import {
  CrossSeriesBody,
  CrossSeriesProperties,
  CrossSeriesQuery,
  DetectBody,
  MultiseriesProperties,
  NamesQuery,
  SeriesNames,
} from './multiseries.schema.ts';
import {
  getCrossSeries,
  getMultiseriesProperties,
  listSeriesNames,
  startCrossSeries,
  startDetection,
} from './multiseries.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;
const Started = z.strictObject({ statusId: z.string(), message: z.string().optional() });

export const multiseriesRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PATH}multiseriesProperties/`,
    operation: 'detectMultiseries',
    summary: 'Analyse how a date column and series id columns fit together',
    body: DetectBody,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => startDetection(ctx, params.projectId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}features/{featureName}/multiseriesProperties/`,
    operation: 'getMultiseriesProperties',
    summary: 'List the series ID columns found for a date column',
    replies: { 200: MultiseriesProperties },
    handle: (ctx, { params }) => getMultiseriesProperties(ctx, params.projectId, params.featureName),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${PATH}crossSeriesProperties/`,
    operation: 'detectCrossSeries',
    summary: 'Detect columns that group series',
    body: CrossSeriesBody,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => startCrossSeries(ctx, params.projectId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}multiseriesIds/{multiseriesId}/crossSeriesProperties/`,
    operation: 'getCrossSeriesProperties',
    summary: 'List columns that group series',
    query: CrossSeriesQuery,
    replies: { 200: CrossSeriesProperties },
    handle: (ctx, { params, query }) =>
      getCrossSeries(ctx, params.projectId, params.multiseriesId, query.crossSeriesGroupByColumns),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}multiseriesNames/`,
    operation: 'listMultiseriesNames',
    summary: 'The names of the series of a project',
    query: NamesQuery,
    replies: { 200: SeriesNames },
    handle: (ctx, { params, url, query }) => listSeriesNames(ctx, params.projectId, url, query),
  }),
];
