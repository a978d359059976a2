import { USE_CASE } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { genaiRoute } from '../genai-route.ts';
import { Playground, PlaygroundChange, PlaygroundCreate, PlaygroundQuery } from './playground.schema.ts';
import {
  changePlayground,
  createPlayground,
  deletePlayground,
  getPlayground,
  listPlaygrounds,
  PLAYGROUND,
} from './playgrounds.ts';

const ALL = '/api/v2/genai/playgrounds/';
const ONE = '/api/v2/genai/playgrounds/{playgroundId}/';

export const playgroundRoutes: readonly RouteRecord[] = [
  genaiRoute.get(ALL, 'listPlaygrounds', {
    summary: 'The playgrounds you may see',
    query: PlaygroundQuery,
    replies: { 200: pageOf(Playground) },
    handle: (ctx, { url, query }) => listPlaygrounds(ctx, url, query),
  }),
  genaiRoute.post(ALL, 'createPlayground', {
    access: needs(USE_CASE, 'write', null),
    summary: 'Make a playground in a use case: a place to try language models and compare them',
    body: PlaygroundCreate,
    replies: { 201: Playground },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => createPlayground(ctx, body),
  }),
  genaiRoute.get(ONE, 'getPlayground', {
    access: needs(PLAYGROUND, 'read'),
    summary: 'One playground',
    replies: { 200: Playground },
    handle: (ctx, { params }) => getPlayground(ctx, params.playgroundId),
  }),
  genaiRoute.patch(ONE, 'changePlayground', {
    access: needs(PLAYGROUND, 'write'),
    summary: 'Rename or describe a playground',
    body: PlaygroundChange,
    replies: { 200: Playground },
    handle: (ctx, { params, body }) => changePlayground(ctx, params.playgroundId, body),
  }),
  genaiRoute.delete(ONE, 'deletePlayground', {
    access: needs(PLAYGROUND, 'own'),
    summary: 'Delete a playground with everything in it',
    replies: { 204: null },
    handle: (ctx, { params }) => deletePlayground(ctx, params.playgroundId),
  }),
];
