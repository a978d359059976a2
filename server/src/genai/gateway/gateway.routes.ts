import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import { collect } from '#platform/http/request-body.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { OpenAiModels } from '../catalogue/catalogue.schema.ts';
import { listOpenAiModels } from '../catalogue/list-models.ts';
import { genaiRoute } from '../genai-route.ts';
import { chatCompletion } from './chat-completion.ts';

export const LARGEST_REQUEST = 64 * 1024 * 1024;
/** Longer than the longest timeout an installation can set: the gateway's own limits come first. */
const SILENCE_SECONDS = 90_000;

/** What every address of chat completions has in common. */
export const chatRoute = routeGroup({
  part: 'genai',
  added: 'v2.33',
  errors: 'openai',
  takes: 'bytes',
  bodyLimit: LARGEST_REQUEST,
  silenceSeconds: SILENCE_SECONDS,
  fastPath: true,
  agentKeys: 'consumer',
});
export const ChatCompletion = z.looseObject({ id: z.string(), choices: z.array(z.unknown()) });

export const gatewayRoutes: readonly RouteRecord[] = [
  genaiRoute.get('/api/v2/genai/llmgw/models/', 'listGatewayModels', {
    added: 'v2.43',
    summary: 'The active models of the catalog, as OpenAI lists models',
    errors: 'openai',
    replies: { 200: OpenAiModels },
    handle: (ctx) => listOpenAiModels(ctx),
  }),
  chatRoute.post('/api/v2/genai/llmgw/chat/completions/', 'createChatCompletion', {
    summary: 'An OpenAI chat completion by any model of the catalog, streamed when asked for',
    replies: { 200: ChatCompletion },
    refusals: {
      400: ['http.wrong_encoding', 'http.wrong_json', 'invalid_value', 'unsupported_value'],
      403: ['genai.limit_reached'],
      404: ['model_not_found'],
      413: ['http.too_large'],
      422: ['quotas.input_too_long'],
      429: ['quotas.limit_reached', 'upstream_rate_limited'],
      499: ['caller_gone'],
      502: [
        'upstream_cut',
        'upstream_failed',
        'upstream_inside',
        'upstream_malformed',
        'upstream_refused_key',
        'upstream_unreachable',
      ],
      504: ['upstream_timeout'],
    },
    handle: (ctx, { stream, gone }) => receiveChatCompletion(ctx, stream, gone(), LARGEST_REQUEST),
  }),
];

/** Everybody with an account may call the models of their organization; quotas and limits say how much. */
async function receiveChatCompletion(ctx: Ctx, sent: Readable, gone: AbortSignal, largest: number): Promise<ByteReply> {
  return chatCompletion(ctx, { body: await collect(sent, largest, ctx.config.bodySilenceSeconds), signal: gone });
}
