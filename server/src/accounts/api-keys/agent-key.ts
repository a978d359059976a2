import { refuse } from '#platform/http/problem.ts';
import { type Asking, accessTo, requireRole } from '../sharing/access.ts';
import type { Resource } from '../sharing/kind.ts';
import { allows } from '../sharing/role.rules.ts';
import { ApiKeyProblems } from './api-key.problems.ts';

/** As the room that keeps deployments shares them. */
const deployment = (id: string): Resource => ({
  kind: { type: 'deployment', title: 'deployment', listedAt: 'deployments/' },
  id,
});

/** Its calls are paid from the deployment's budget, so it takes somebody who may change the deployment. */
export const requireAgent = (ctx: Asking, deploymentId: string) => requireRole(ctx, deployment(deploymentId), 'write');

/** The same of a key that was made before: it speaks for the deployment no longer than its owner may. */
export async function requireStillAgent(ctx: Asking, deploymentId: string): Promise<void> {
  const access = await accessTo(ctx, deployment(deploymentId));
  if (access === undefined || !allows(access, 'write')) refuse(ApiKeyProblems.speaksNoMore, deploymentId);
}
