import type { Eraser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { catalogueRoutes, upstreamRoutes } from './catalogue/catalogue.routes.ts';
import { answerJob } from './chats/answer.job.ts';
import { chatRoutes } from './chats/chat.routes.ts';
import { comparisonRoutes } from './comparisons/comparison.routes.ts';
import { counterRoutes } from './counters/counter.routes.ts';
import { deployedRoutes } from './deployed/deployed.routes.ts';
import { gatewayRoutes } from './gateway/gateway.routes.ts';
import { blueprintRoutes } from './playgrounds/blueprint.routes.ts';
import { playgroundRoutes } from './playgrounds/playground.routes.ts';
import { statusRoutes } from './status.routes.ts';
import { buildJob } from './vector-databases/building/build.job.ts';
import { exportJob } from './vector-databases/export/export-dataset.ts';
import { indexPrefix } from './vector-databases/find-hits.ts';
import { vectorDatabaseRoutes } from './vector-databases/vector-database.routes.ts';
import { vectorDatabaseStore } from './vector-databases/vector-database.store.ts';

/** The public interface of the module: what the app registers, and the service functions other modules may use. */

export { closePrompts, startPrompts } from './chats/submit-prompts.ts';
export { closeUsageCounter, usageCounter } from './counters/usage-counter.ts';
export { useCaseEntities } from './use-case-entities.ts';
export { logVectorIndex } from './vector-databases/pgvector/extension.ts';

/** What goes with an organization besides its rows: the vectors. */
export const genaiEraser: Eraser = {
  counted: {
    playgrounds: 'genai_playgrounds',
    llmBlueprints: 'genai_llm_blueprints',
    vectorDatabases: 'genai_vector_databases',
  },
  blobPrefixes: async (db, organizationId) =>
    (await vectorDatabaseStore(db).idsOf(organizationId)).map(({ id }) => indexPrefix(id)),
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
  ...vectorDatabaseRoutes,
  ...deployedRoutes,
  ...statusRoutes,
];

/** The kinds of job this module owns. */
export function registerJobs({ jobs }: Platform): void {
  jobs.register(answerJob);
  jobs.register(buildJob);
  jobs.register(exportJob);
}
