import { z } from 'zod';
import { sharedRolesRoutes, USE_CASE, type UseCaseEntity } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { linkEntity, linkMany, listResources, moveEntity, unlinkEntity } from './links.ts';
import * as schema from './use-case.schema.ts';
import { changeUseCase, createUseCase, deleteUseCase, getUseCase, listUseCases } from './use-cases.ts';

const route = routeGroup({ part: 'projects', added: 'v2.31' });
const ONE = '/api/v2/useCases/{useCaseId}/';
const LINK = `${ONE}{collection}/{entityId}/` as const;

/** Use cases over the kinds of things they may hold. */
export const useCaseRoutes = (entities: readonly UseCaseEntity[]) => [
  route.get('/api/v2/useCases/', 'listUseCases', {
    summary: 'List use cases, last changed first',
    query: schema.UseCaseQuery,
    replies: { 200: pageOf(schema.UseCase) },
    handle: (ctx, { url, query }) => listUseCases(ctx, entities, url, query),
  }),
  route.post('/api/v2/useCases/', 'createUseCase', {
    summary: 'Create a use case, which groups and shares related entities',
    body: schema.UseCaseCreate,
    replies: { 201: schema.UseCase },
    handle: (ctx, { body }) => createUseCase(ctx, entities, body),
  }),
  route.get('/api/v2/useCases/allResources/', 'listAllUseCaseResources', {
    added: 'v2.33',
    summary: 'List the entities of all your use cases',
    query: schema.ResourcesQuery,
    replies: { 200: pageOf(schema.ResourceItem) },
    handle: (ctx, { url, query }) => listResources(ctx, entities, url, query),
  }),
  route.get(ONE, 'getUseCase', {
    access: needs(USE_CASE, 'read'),
    summary: 'Get a use case with counts of its entities',
    replies: { 200: schema.UseCase },
    handle: (ctx, { params }) => getUseCase(ctx, entities, params.useCaseId),
  }),
  route.patch(ONE, 'changeUseCase', {
    access: needs(USE_CASE, 'write'),
    summary: 'Rename or describe a use case',
    body: schema.UseCaseChange,
    replies: { 200: schema.UseCase },
    handle: (ctx, { params, body }) => changeUseCase(ctx, entities, params.useCaseId, body),
  }),
  route.delete(ONE, 'deleteUseCase', {
    access: needs(USE_CASE, 'own'),
    summary: 'Delete a use case; its entities stay',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteUseCase(ctx, entities, params.useCaseId),
  }),
  route.get(`${ONE}resources/`, 'listUseCaseResources', {
    access: needs(USE_CASE, 'read'),
    summary: 'List the entities of a use case',
    query: schema.ResourcesQuery,
    replies: { 200: pageOf(schema.ResourceItem) },
    handle: (ctx, { params, url, query }) => listResources(ctx, entities, url, query, params.useCaseId),
  }),
  route.post(`${ONE}multilink/`, 'linkManyToUseCase', {
    access: needs(USE_CASE, 'write'),
    summary: 'Add several entities to a use case, all or none',
    body: schema.Multilink,
    replies: { 201: z.strictObject({ data: z.array(schema.Reference), count: z.int() }) },
    refusals: { 409: ['use_cases.in_another'] },
    handle: (ctx, { params, body }) => linkMany(ctx, entities, params.useCaseId, body),
  }),
  route.post(LINK, 'linkToUseCase', {
    access: needs(USE_CASE, 'write'),
    summary: 'Add an entity to a use case; returns the existing link if there is one',
    body: z.strictObject({}).prefault({}),
    replies: { 200: schema.Reference },
    refusals: { 404: ['use_cases.no_such_collection'], 409: ['use_cases.in_another'] },
    handle: (ctx, { params }) => linkEntity(ctx, entities, params),
  }),
  route.patch(LINK, 'moveBetweenUseCases', {
    access: needs(USE_CASE, 'write'),
    summary: 'Move an entity to another use case',
    body: schema.LinkMove,
    replies: { 200: schema.Reference },
    refusals: { 404: ['use_cases.no_such_collection', 'use_cases.not_inside'] },
    handle: (ctx, { params, body }) => moveEntity(ctx, entities, params, body.useCaseId),
  }),
  route.delete(LINK, 'unlinkFromUseCase', {
    access: needs(USE_CASE, 'write'),
    summary: 'Remove an entity from a use case; the entity stays',
    replies: { 204: null },
    refusals: { 404: ['use_cases.no_such_collection', 'use_cases.not_inside'] },
    handle: (ctx, { params }) => unlinkEntity(ctx, entities, params),
  }),
  ...sharedRolesRoutes({ kind: USE_CASE, path: ONE, name: 'UseCase', part: 'projects', added: 'v2.31' }),
  ...entities.map((entity) =>
    route.get(
      `${ONE}${entity.collection}/`,
      `listUseCase${entity.collection.charAt(0).toUpperCase()}${entity.collection.slice(1)}`,
      {
        access: needs(USE_CASE, 'read', 'useCaseId'),
        summary: `The ${entity.collection} in a use case`,
        query: schema.ResourcesQuery,
        replies: { 200: pageOf(schema.ResourceItem) },
        handle: (ctx, { params, url, query }) =>
          listResources(ctx, [entity], url, query, (params as { useCaseId: string }).useCaseId),
      },
    ),
  ),
];
