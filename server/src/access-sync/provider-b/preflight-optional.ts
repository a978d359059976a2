import { decodeJwt } from 'jose';
import type { PreflightCheck } from '../provider-client.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { Graph } from './graph.ts';
import { isNotServed } from './optional-routes.ts';

/** What the connection can do without. These are never "not ok": they say how reading will go. */
export async function optionalChecks(graph: Graph, signal: AbortSignal): Promise<PreflightCheck[]> {
  const list = (path: string) => worked(async () => !isNotServed(await graph.get(path, signal)));
  const lists = (await list('/users?$top=1&$select=id')) && (await list('/groups?$top=1&$select=id'));
  await worked(async () => (await graph.batch(['/organization', '/organization'], signal)).length > 0);
  return [
    {
      name: '$batch',
      ok: true,
      detail: graph.optional.confirmed('batch')
        ? 'Optional and served: many things are read in one call.'
        : 'Optional and not served: many things are read by GETs side by side.',
    },
    {
      name: '/users, /groups',
      ok: true,
      detail: lists
        ? 'Optional and served: people, groups and nested groups are listed.'
        : 'Optional and not served: the users of this installation and everybody who was granted something are looked up ' +
          'one by one. Where the groups of a group are not served either, only direct members of a group count.',
    },
  ];
}

async function worked(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
}

/** Not demanded: without it the feed leaves out some changes of sharing, which verification then finds later. */
export function fullControl(token: string): PreflightCheck {
  const name = 'Sites.FullControl.All';
  const roles = rolesOf(token);
  if (roles?.includes(name)) return { name, ok: true, detail: 'Granted: the feed tells every change of sharing.' };
  return {
    name,
    ok: true,
    detail: 'Optional and not granted: some changes of sharing are found by verification only.',
  };
}

function rolesOf(token: string): readonly unknown[] | null {
  try {
    const { roles } = decodeJwt(token);
    return Array.isArray(roles) ? roles : null;
  } catch {
    return null;
  }
}
