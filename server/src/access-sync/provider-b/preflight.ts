import { decodeJwt } from 'jose';
import type { Reply } from '../outbound/outbound.ts';
import { type PreflightCheck, ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from '../provider-config.ts';
import { drivePath, PREFER, wholeDrive } from './delta.ts';
import type { Graph } from './graph.ts';
import { isNotServed } from './read-many.ts';
import { messageOf } from './retry-policy.ts';
import { siteSegment } from './sites.ts';

const GRANT = 'Add it as an application permission of the app and let an administrator consent.';
const NEEDED = 'This route is needed: check the Graph address of the connection.';
/** Nobody has it: where people may be looked up the answer is that there is no such person. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Permission = 'Directory.Read.All' | 'Sites.Read.All' | 'Files.Read.All';

/** Tries every route that is needed, under the permission that opens it, so that what is missing has a name. */
export async function preflight(
  config: ProviderBConfig,
  graph: Graph,
  signal: AbortSignal,
): Promise<readonly PreflightCheck[]> {
  const signIn = await signInCheck(graph);
  if (!signIn.ok) return [signIn];
  const directory = await permissionCheck(graph, 'Directory.Read.All', signal, async (get) => {
    await get('/organization');
    await get(`/users/${NOBODY}?$select=id`, 'may be missing');
    await get(`/users/${NOBODY}/memberOf`, 'may be missing');
  });
  let driveId: string | null = null;
  const sites = await permissionCheck(graph, 'Sites.Read.All', signal, async (get) => {
    const ids = config.siteIds ?? idsIn(await get('/sites'));
    for (const id of ids.slice(0, SITES_TRIED)) {
      if (config.siteIds) await get(`/sites/${siteSegment(id)}`);
      driveId ??= idsIn(await get(`/sites/${siteSegment(id)}/drives`))[0] ?? null;
      if (driveId !== null) return;
    }
  });
  const files = await filesCheck(graph, driveId, sites, signal);
  return [
    signIn,
    directory,
    sites,
    files,
    fullControl(await graph.tokens.token(null)),
    ...(await optionalChecks(graph, signal)),
  ];
}

/** A site may have no library; with so many that have none, nothing is said about files. */
const SITES_TRIED = 20;

async function signInCheck(graph: Graph): Promise<PreflightCheck> {
  try {
    await graph.tokens.token(null);
    return { name: 'token', ok: true, detail: 'The app got a token.' };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return { name: 'token', ok: false, detail: error.message };
  }
}

function filesCheck(graph: Graph, driveId: string | null, sites: PreflightCheck, signal: AbortSignal) {
  if (driveId === null) return { name: 'Files.Read.All', ok: sites.ok, detail: 'No drive was found to try it on.' };
  return permissionCheck(graph, 'Files.Read.All', signal, async (get) => {
    await get(drivePath(driveId));
    // As the synchronisation asks for it: a feed without the header answers differently, or not at all.
    const [itemId] = idsIn(await get(`${wholeDrive(driveId)}?$top=1`, 'must be there', { prefer: PREFER }));
    if (itemId === undefined) return;
    const item = `${drivePath(driveId)}/items/${encodeURIComponent(itemId)}`;
    // The first item of a feed may be one that was deleted.
    await get(item, 'may be missing');
    await get(`${item}/permissions`, 'may be missing');
  });
}

type Get = (
  path: string,
  what?: 'must be there' | 'may be missing',
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>;

/** What a route answered that ends the check. */
class Unusable extends Error {
  readonly check: PreflightCheck;

  constructor(check: PreflightCheck) {
    super(check.detail);
    this.check = check;
  }
}

/** Only a refusal is blamed on the permission; a route that is not there is named itself. */
async function permissionCheck(
  graph: Graph,
  name: Permission,
  signal: AbortSignal,
  run: (get: Get) => Promise<void>,
): Promise<PreflightCheck> {
  const asked: string[] = [];
  const get: Get = async (path, what = 'must be there', headers) => {
    const [route = path] = path.split('?');
    const reply = await graph.get(path, signal, headers);
    if (reply.status === 200 || (what === 'may be missing' && reply.status === 404)) {
      asked.push(`GET ${route} answered ${reply.status}`);
      return reply;
    }
    const said = `GET ${route} answered ${reply.status} (${messageOf(reply)}).`;
    if (reply.status === 401 || reply.status === 403)
      throw new Unusable({ name, ok: false, detail: `${said} ${GRANT}` });
    throw new Unusable({ name: route, ok: false, detail: `${said} ${NEEDED}` });
  };
  try {
    await run(get);
    return { name, ok: true, detail: `${asked.join(', ')}.` };
  } catch (error) {
    if (error instanceof Unusable) return error.check;
    if (!(error instanceof ProviderProblem)) throw error;
    return { name: error.trouble === 'unauthorized' ? name : 'connection', ok: false, detail: error.message };
  }
}

function idsIn(reply: Reply): string[] {
  const { value } = (reply.body ?? {}) as { value?: unknown };
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: { id?: unknown } | null) => (typeof one?.id === 'string' ? [one.id] : []));
}

/** What the connection can do without. These are never "not ok": they say how reading will go. */
async function optionalChecks(graph: Graph, signal: AbortSignal): Promise<PreflightCheck[]> {
  const list = (path: string) => succeeds(async () => !isNotServed(await graph.get(path, signal)));
  const lists = (await list('/users?$top=1&$select=id')) && (await list('/groups?$top=1&$select=id'));
  await succeeds(async () => (await graph.batch(['/organization', '/organization'], signal)).length > 0);
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

async function succeeds(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
}

/** Not demanded: without it the feed leaves out some changes of sharing, which verification then finds later. */
function fullControl(token: string): PreflightCheck {
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
