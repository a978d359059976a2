import { pageOf } from '#platform/http/page.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { CatalogueQuery, CatalogueRecord, Llm, LlmQuery } from './catalogue.schema.ts';
import { getLlm, listCatalogue, listLlms } from './list-models.ts';

export const catalogueRoutes: readonly RouteRecord[] = [
  genaiRoute({
    method: 'GET',
    path: '/api/v2/genai/llmgw/catalog/',
    operation: 'listLlmCatalog',
    summary: 'The models the gateway can call',
    query: CatalogueQuery,
    replies: { 200: pageOf(CatalogueRecord) },
    handle: (ctx, { url, query }) => listCatalogue(ctx, url, query),
  }),
  genaiRoute({
    method: 'GET',
    path: '/api/v2/genai/llms/',
    operation: 'listLlms',
    summary: 'The models that LLM blueprints can use, and their settings',
    query: LlmQuery,
    replies: { 200: pageOf(Llm) },
    handle: (ctx, { url, query }) => listLlms(ctx, url, query),
  }),
  genaiRoute({
    method: 'GET',
    path: '/api/v2/genai/llms/{llmId}/',
    operation: 'getLlm',
    summary: 'One model and its settings',
    replies: { 200: Llm },
    handle: (ctx, { params }) => getLlm(ctx, params.llmId),
  }),
];
