/** The door of the generative-AI room: what the app registers, and the verbs other rooms may use. */

import type { Eraser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { answerJob } from './answers/answer.job.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { chatRoutes } from './chats/chat.routes.ts';
import { comparisonRoutes } from './comparisons/comparison.routes.ts';
import { counterRoutes } from './counters/counter.routes.ts';
import { gatewayRoutes } from './gateway/gateway.routes.ts';
import { blueprintRoutes } from './llm-blueprints/blueprint.routes.ts';
import { playgroundRoutes } from './playgrounds/playground.routes.ts';
import { statusRoutes } from './status.routes.ts';
import { upstreamRoutes } from './upstreams/upstream.routes.ts';

/** @public For whoever serves a model under an address of its own. */
export { type ChatCompletionCall, chatCompletion } from './gateway/chat-completion.ts';
export { useCaseEntities } from './use-case-entities.ts';

/** Rows go with all others; there are no files. */
export const genaiEraser: Eraser = {
  counted: { playgrounds: 'genai_playgrounds', llmBlueprints: 'genai_llm_blueprints' },
};

export const routes: readonly RouteRecord[] = [
  ...counterRoutes,
  ...upstreamRoutes,
  ...catalogueRoutes,
  ...gatewayRoutes,
  ...playgroundRoutes,
  ...blueprintRoutes,
  ...chatRoutes,
  ...comparisonRoutes,
  ...statusRoutes,
];

/** The kinds of work this room owns. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(answerJob);
}
