import type { RouteRecord } from '../http/route.ts';
import { isObjectAccess, type Need } from '../http/route-access.ts';

/** The smallest role with which one may do it. */
const SMALLEST_ROLE: Readonly<Record<Need, string>> = {
  read: 'OBSERVER',
  use: 'CONSUMER',
  write: 'EDITOR',
  share: 'any role with `canShare`',
  own: 'OWNER',
};

/** `x-access` of an operation: what the route needs, for programs. */
export function accessOf({ access, permission, agentKeys }: RouteRecord): Readonly<Record<string, unknown>> {
  const more = {
    ...(permission === undefined ? {} : { permission: permission.name }),
    ...(agentKeys === undefined ? {} : { agentKeys: typeof agentKeys === 'string' ? agentKeys : 'own deployment' }),
  };
  if (typeof access === 'string') return { needs: access, ...more };
  if (!isObjectAccess(access)) return { needs: 'administrator', ...more };
  const { object, need, param } = access;
  return {
    needs: 'object',
    object: object.type,
    ...(param === null ? {} : { param }),
    ...(object.seenBy === undefined ? { need, role: SMALLEST_ROLE[need] } : { need, seenBy: object.seenBy }),
    ...more,
  };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who may call a route, for people. */
export function whoMayCall({ access, permission }: RouteRecord): string {
  const holders = permission === undefined ? '' : `, with the permission \`${permission.name}\``;
  if (access === 'public') return `Anybody${holders}`;
  if (access === 'account') return `Every account${holders}`;
  if (!isObjectAccess(access)) return `Administrators of the organization${holders}`;
  const { object, need } = access;
  if (object.seenBy === undefined) return `${SMALLEST_ROLE[need]} of the ${object.title}${holders}`;
  const who = need === 'read' ? object.seenBy : (object.changedBy ?? object.seenBy);
  return `${capitalize(who)}${holders}`;
}

const AGENTS = {
  consumer: 'as its owner',
  'own usage': 'its own usage',
} as const;

function agents({ access, agentKeys }: RouteRecord): string {
  if (access === 'public') return 'yes';
  if (agentKeys === undefined) return 'no';
  return typeof agentKeys === 'string' ? AGENTS[agentKeys] : 'its own deployment';
}

const INTRODUCTION = `# Who may call what

Made by \`npm run ledger\` from the routes; the server enforces the same data before it reads a request.

- Nobody sees anything of another organization. An object that a caller cannot see looks like one that does not exist (404).
- Roles on an object, smallest first: **OBSERVER** reads it, **CONSUMER** also uses its data (downloads, predictions,
  projects), **EDITOR** also changes it, **OWNER** also deletes it. The table names the smallest role. A role that is too
  small is refused with 403. Administrators own every object of their organization. Deployments and use cases have no
  observers; the editor of a deployment is called USER.
- *Every account* means: lists hold what the caller may see, and what is created belongs to the caller. Objects named in
  the body are checked too: using a dataset needs CONSUMER on it, wherever it is named.
- Without credentials, with wrong, expired or revoked ones, and for disabled accounts the reply is 401.
- An agent's key (an API key with a \`deploymentId\`) is refused with 403 where the last column says no.
`;

/** docs/reference/access.md. */
export function accessPage(routes: readonly RouteRecord[]): string {
  const parts = [...new Set(routes.map(({ part }) => part))];
  const sections = parts.map((part) =>
    [
      `## ${part}`,
      '',
      '| route | who may call it | agent keys |',
      '|---|---|---|',
      ...routes
        .filter((route) => route.part === part)
        .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
        .map((route) => `| \`${route.method} ${route.path}\` | ${whoMayCall(route)} | ${agents(route)} |`),
      '',
    ].join('\n'),
  );
  return [INTRODUCTION, ...sections].join('\n');
}
