import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { getBlueprint, getChart, getDocs, getJson, listBlueprints } from './blueprints.ts';
import { Blueprint, BlueprintJson, Chart, Docs } from './model.schema.ts';

const PATH = '/api/v2/projects/{projectId}/blueprints/';
const ONE = `${PATH}{blueprintId}/` as const;
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const blueprintRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: PATH,
    operation: 'listBlueprints',
    summary: 'List the blueprints of a project',
    replies: { 200: z.array(Blueprint) },
    handle: (ctx, { params }) => listBlueprints(ctx, params.projectId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getBlueprint',
    summary: 'One blueprint',
    replies: { 200: Blueprint },
    handle: (ctx, { params }) => getBlueprint(ctx, params.projectId, params.blueprintId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}blueprintChart/`,
    operation: 'getBlueprintChart',
    summary: 'The steps of a blueprint as a graph',
    replies: { 200: Chart },
    handle: (ctx, { params }) => getChart(ctx, params.projectId, params.blueprintId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}blueprintDocs/`,
    operation: 'getBlueprintDocs',
    summary: 'What the steps of a blueprint do',
    replies: { 200: Docs },
    handle: (ctx, { params }) => getDocs(ctx, params.projectId, params.blueprintId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}json/`,
    operation: 'getBlueprintJson',
    summary: 'Get the definition of a blueprint',
    replies: { 200: BlueprintJson },
    handle: (ctx, { params }) => getJson(ctx, params.projectId, params.blueprintId),
  }),
];
