import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { Blueprint, BlueprintJson, Chart, Docs } from './model.schema.ts';
import { getBlueprint, getChart, getDocs, getJson, listBlueprints } from './model-details.ts';

const PATH = '/api/v2/projects/{projectId}/blueprints/';
const ONE = `${PATH}{blueprintId}/` as const;
const route = routeGroup({ part: 'projects', added: 'v2.0', access: needs(PROJECT, 'read') });

export const blueprintRoutes = [
  route.get(PATH, 'listBlueprints', {
    summary: 'List the blueprints of a project',
    replies: { 200: z.array(Blueprint) },
    handle: (ctx, { params }) => listBlueprints(ctx, params.projectId),
  }),
  route.get(ONE, 'getBlueprint', {
    summary: 'One blueprint',
    replies: { 200: Blueprint },
    refusals: { 404: ['projects.no_such_blueprint'] },
    handle: (ctx, { params }) => getBlueprint(ctx, params.projectId, params.blueprintId),
  }),
  route.get(`${ONE}blueprintChart/`, 'getBlueprintChart', {
    summary: 'The steps of a blueprint as a graph',
    replies: { 200: Chart },
    refusals: { 404: ['projects.no_such_blueprint'] },
    handle: (ctx, { params }) => getChart(ctx, params.projectId, params.blueprintId),
  }),
  route.get(`${ONE}blueprintDocs/`, 'getBlueprintDocs', {
    summary: 'What the steps of a blueprint do',
    replies: { 200: Docs },
    refusals: { 404: ['projects.no_such_blueprint'] },
    handle: (ctx, { params }) => getDocs(ctx, params.projectId, params.blueprintId),
  }),
  route.get(`${ONE}json/`, 'getBlueprintJson', {
    summary: 'Get the definition of a blueprint',
    replies: { 200: BlueprintJson },
    refusals: { 404: ['projects.no_such_blueprint'] },
    handle: (ctx, { params }) => getJson(ctx, params.projectId, params.blueprintId),
  }),
];
