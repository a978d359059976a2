import type { Actor } from '#platform/http/actor.ts';
import type { Consumer } from './entry.ts';

/** Who a call counts for: the person, and the deployment on whose behalf an agent's key asks. */
export const consumerOf = ({ userId, deploymentId }: Actor): Consumer =>
  deploymentId === undefined ? { userId } : { userId, deploymentId };
