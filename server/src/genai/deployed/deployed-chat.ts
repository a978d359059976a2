import type { IncomingHttpHeaders } from 'node:http';
import { getServedTextModel, recordChat, type TextModel } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import { chatCompletion, type Enrichment } from '../gateway/chat-completion.ts';
import { mostDocsTokens, retrieveFrom } from '../vector-databases/retrieve.ts';
import { vectorDatabaseStore } from '../vector-databases/vector-database.store.ts';
import { DeployedProblems } from './deployed.problems.ts';
import { earlierQuestions, questionIn, withCitations, withDefaults } from './deployed-request.rules.ts';

export interface DeployedChat {
  readonly deploymentId: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly gone: AbortSignal;
}

/** Whoever may predict with a deployment may chat with it. Each call is recorded as a prediction would be. */
export async function deployedChat(ctx: Ctx, { deploymentId, headers, body, gone }: DeployedChat): Promise<ByteReply> {
  const served = await getServedTextModel(ctx, deploymentId);
  const at = ctx.now().getTime();
  const began = performance.now();
  const ended = (status: number) =>
    recordChat(ctx, headers, served, { at, status, milliseconds: performance.now() - began });
  try {
    const asked = withDefaults(body, served.textModel.llmSettings);
    const enrich = await documentsOf(ctx, deploymentId, served.textModel, asked, gone);
    return await chatCompletion(ctx, {
      body: asked,
      signal: gone,
      upstreamModel: served.textModel.llmId,
      resource: { type: 'deployment', id: deploymentId },
      ...(enrich === null ? {} : { enrich }),
      ended,
    });
  } catch (error) {
    ended(error instanceof Problem ? error.status : 500);
    throw error;
  }
}

/**
 * The documents the model answers from are readable through the deployment; where they are bound to a synchronised source, the
 * caller still gets nothing they may not read there.
 */
async function documentsOf(
  ctx: Ctx,
  deploymentId: string,
  { vectorDatabaseId, vectorDatabaseSettings: settings }: TextModel,
  asked: Buffer,
  signal: AbortSignal,
): Promise<Enrichment | null> {
  if (vectorDatabaseId === null) return null;
  const row = await vectorDatabaseStore(ctx.db.queries).byId(ctx.actor.organizationId, vectorDatabaseId);
  if (row === undefined) return refuse(DeployedProblems.documentsGone, deploymentId, vectorDatabaseId);
  const most = (contextSize: number) => mostDocsTokens(row, settings, contextSize);
  return {
    mostTokens: ({ contextSize }) => most(contextSize),
    async run({ contextSize }) {
      const query = questionIn(asked);
      const earlier = earlierQuestions(asked);
      const within = { ...settings, maxTokens: most(contextSize) };
      const citations =
        query === null
          ? []
          : await retrieveFrom(ctx, row, { query, earlier, settings: within, metadataFilter: null, signal });
      return { body: withCitations(asked, citations), extra: { citations } };
    },
  };
}
