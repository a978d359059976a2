import { Problem } from '#platform/http/problem.ts';
import type { Usage } from '#platform/tokens/token-meter.ts';
import { consumerOf, type GuardedResource, inOpenAiShape, limiterService, type Pass } from '#quotas';
import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import type { Calling } from './chat-completion.ts';
import type { ChatRequest } from './chat-request.rules.ts';

/** A call that may go on. Either of both ends it; what comes after the first does nothing. */
export interface Admission {
  /** `RateLimit-*` for the reply. */
  readonly headers: Readonly<Record<string, string>>;
  settle(usage: Usage): void;
  release(): void;
}

interface Asking {
  readonly entry: CatalogueEntry;
  readonly request: Pick<ChatRequest, 'inputTokens' | 'mostOutputTokens'>;
  /** What is added to the request before it is sent on, at most. */
  readonly moreTokens?: number;
  /** The gateway itself when not said. */
  readonly resource?: GuardedResource | undefined;
}

/** The one gateway an organization has. */
const GATEWAY: GuardedResource = { type: 'llmGateway', id: 'llmGateway' };

/** Whether the quota of what is called through lets the call in: its prompt, and the longest answer it may get. */
export async function admit(
  ctx: Calling,
  { entry, request, moreTokens = 0, resource = GATEWAY }: Asking,
): Promise<Admission> {
  const { organizationId } = ctx.actor;
  const input = request.inputTokens;
  const worstCase = input + moreTokens + (request.mostOutputTokens ?? entry.maxCompletionTokens);
  const pass = await enter(() =>
    ctx.services
      .get(limiterService)
      .enter({ organizationId, resource, consumer: consumerOf(ctx.actor), tokens: { input, worstCase } }),
  );
  return {
    headers: pass.headers,
    settle: (usage) => pass.settle({ tokens: usage.input + usage.output }),
    release: () => pass.release(),
  };
}

async function enter(ask: () => Pass | Promise<Pass>): Promise<Pass> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Problem ? inOpenAiShape(error) : error;
  }
}
