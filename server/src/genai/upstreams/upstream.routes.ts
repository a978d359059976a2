import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { Upstream, UpstreamChange, UpstreamCreate, UpstreamQuery } from './upstream.schema.ts';
import { changeUpstream, createUpstream, deleteUpstream, getUpstream, listUpstreams } from './upstreams.ts';

const ALL = '/api/v2/genai/llmgw/upstreams/';
const ONE = '/api/v2/genai/llmgw/upstreams/{upstreamId}/';

export const upstreamRoutes: readonly RouteRecord[] = [
  genaiRoute({
    added: 'v2.43',
    method: 'GET',
    path: ALL,
    operation: 'listLlmUpstreams',
    summary: 'The language-model services of your organization, without their keys; for administrators',
    query: UpstreamQuery,
    replies: { 200: pageOf(Upstream) },
    handle: (ctx, { url, query }) => listUpstreams(ctx, url, query),
  }),
  genaiRoute({
    added: 'v2.43',
    method: 'POST',
    path: ALL,
    operation: 'createLlmUpstream',
    summary: 'Add an OpenAI-compatible service and the models it serves; for administrators',
    body: UpstreamCreate,
    replies: { 201: Upstream },
    handle: (ctx, { body }) => createUpstream(ctx, body),
  }),
  genaiRoute({
    added: 'v2.43',
    method: 'GET',
    path: ONE,
    operation: 'getLlmUpstream',
    summary: 'One language-model service, without its key; for administrators',
    replies: { 200: Upstream },
    handle: (ctx, { params }) => getUpstream(ctx, params.upstreamId),
  }),
  genaiRoute({
    added: 'v2.43',
    method: 'PATCH',
    path: ONE,
    operation: 'changeLlmUpstream',
    summary: 'Change a language-model service; an apiKey of null removes the key; for administrators',
    body: UpstreamChange,
    replies: { 200: Upstream },
    handle: (ctx, { params, body }) => changeUpstream(ctx, params.upstreamId, body),
  }),
  genaiRoute({
    added: 'v2.43',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteLlmUpstream',
    summary: 'Forget a language-model service and its key; for administrators',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteUpstream(ctx, params.upstreamId),
  }),
];
