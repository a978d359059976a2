import { ADMINISTRATORS } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { CatalogueQuery, CatalogueRecord, Llm, LlmQuery } from './catalogue.schema.ts';
import { getLlm, listCatalogue, listLlms } from './list-models.ts';
import { Upstream, UpstreamChange, UpstreamCreate, UpstreamQuery } from './upstream.schema.ts';
import { changeUpstream, createUpstream, deleteUpstream, getUpstream, listUpstreams } from './upstreams.ts';

const ALL = '/api/v2/genai/llmgw/upstreams/';
const ONE = '/api/v2/genai/llmgw/upstreams/{upstreamId}/';

export const upstreamRoutes: readonly RouteRecord[] = [
  genaiRoute.get(ALL, 'listLlmUpstreams', {
    access: ADMINISTRATORS,
    added: 'v2.43',
    summary: 'The language-model services of your organization, without their keys; for administrators',
    query: UpstreamQuery,
    replies: { 200: pageOf(Upstream) },
    handle: (ctx, { url, query }) => listUpstreams(ctx, url, query),
  }),
  genaiRoute.post(ALL, 'createLlmUpstream', {
    access: ADMINISTRATORS,
    added: 'v2.43',
    summary: 'Add an OpenAI-compatible service and the models it serves; for administrators',
    body: UpstreamCreate,
    replies: { 201: Upstream },
    refusals: { 409: ['genai.model_taken', 'genai.upstream_name_taken'] },
    handle: (ctx, { body }) => createUpstream(ctx, body),
  }),
  genaiRoute.get(ONE, 'getLlmUpstream', {
    access: ADMINISTRATORS,
    added: 'v2.43',
    summary: 'One language-model service, without its key; for administrators',
    replies: { 200: Upstream },
    refusals: { 404: ['genai.no_such_upstream'] },
    handle: (ctx, { params }) => getUpstream(ctx, params.upstreamId),
  }),
  genaiRoute.patch(ONE, 'changeLlmUpstream', {
    access: ADMINISTRATORS,
    added: 'v2.43',
    summary: 'Change a language-model service; an apiKey of null removes the key; for administrators',
    body: UpstreamChange,
    replies: { 200: Upstream },
    refusals: { 404: ['genai.no_such_upstream'] },
    handle: (ctx, { params, body }) => changeUpstream(ctx, params.upstreamId, body),
  }),
  genaiRoute.delete(ONE, 'deleteLlmUpstream', {
    access: ADMINISTRATORS,
    added: 'v2.43',
    summary: 'Forget a language-model service and its key; for administrators',
    replies: { 204: null },
    refusals: { 404: ['genai.no_such_upstream'] },
    handle: (ctx, { params }) => deleteUpstream(ctx, params.upstreamId),
  }),
];

export const catalogueRoutes: readonly RouteRecord[] = [
  genaiRoute.get('/api/v2/genai/llmgw/catalog/', 'listLlmCatalog', {
    summary: 'The models the gateway can call',
    query: CatalogueQuery,
    replies: { 200: pageOf(CatalogueRecord) },
    handle: (ctx, { url, query }) => listCatalogue(ctx, url, query),
  }),
  genaiRoute.get('/api/v2/genai/llms/', 'listLlms', {
    summary: 'The models that LLM blueprints can use, and their settings',
    query: LlmQuery,
    replies: { 200: pageOf(Llm) },
    refusals: { 404: ['sharing.no_such_thing'] },
    handle: (ctx, { url, query }) => listLlms(ctx, url, query),
  }),
  genaiRoute.get('/api/v2/genai/llms/{llmId}/', 'getLlm', {
    summary: 'One model and its settings',
    replies: { 200: Llm },
    refusals: { 404: ['genai.no_such_llm'] },
    handle: (ctx, { params }) => getLlm(ctx, params.llmId),
  }),
];
