import type { Actor } from './actor.ts';
import { HttpProblems } from './http.problems.ts';
import { refuse } from './problem.ts';
import type { RouteRecord } from './route.ts';

/** Refuses an agent's key on routes it may not call. Asked on every way to a handler, before the body is read. */
export function requireAgentAccess(
  { agentKeys, method, path }: Pick<RouteRecord, 'agentKeys' | 'method' | 'path'>,
  { deploymentId }: Pick<Actor, 'deploymentId'>,
  params: Readonly<Record<string, string>>,
): void {
  if (deploymentId === undefined || typeof agentKeys === 'string') return;
  if (agentKeys === undefined) refuse(HttpProblems.notForAgents, deploymentId, `${method} ${path}`);
  const asked = params[agentKeys.ownDeployment] ?? '';
  if (asked !== deploymentId) refuse(HttpProblems.otherDeployment, deploymentId, asked, `${method} ${path}`);
}
