import type { IncomingMessage } from 'node:http';
import type { Ctx } from '../context.ts';
import type { Actor } from './actor.ts';
import { HttpProblems } from './http.problems.ts';
import type { HttpPorts } from './ports.ts';
import { problem, refuse } from './problem.ts';
import type { RouteRecord } from './route.ts';
import { isObjectAccess, type NeededPermission } from './route-access.ts';

type Params = Readonly<Record<string, string>>;

/** The caller, or null on a public route. Refuses whoever may not call the route, before any of the body is read. */
export function identify(
  record: RouteRecord,
  request: IncomingMessage,
  address: string,
  params: Params,
  ports: HttpPorts,
): Actor | null | Promise<Actor | null> {
  const { method = '', url: path = '', headers, socket } = request;
  const { deprecated } = record.history;
  const removed = deprecated === undefined ? null : ports.availability(record, null);
  if (removed !== null) throw removed;
  const head = { method, path, headers, address, credentials: record.credentials };
  if (record.access === 'public' && deprecated === undefined) return null;
  if (record.fastPath) {
    const known = ports.known?.({ ...head, connection: socket }) ?? null;
    if (known !== null) return allow(record, known, params);
  }
  return authenticate(record, head, params, ports);
}

async function authenticate(
  record: RouteRecord,
  head: Parameters<HttpPorts['authenticate']>[0],
  params: Params,
  ports: HttpPorts,
): Promise<Actor | null> {
  // Anybody may call a public route, yet a deprecated one may be gone for a caller who is known. Wrong credentials are nobody's.
  const actor = await (record.access === 'public'
    ? ports.authenticate(head).catch(() => null)
    : ports.authenticate(head));
  if (record.access !== 'public') {
    if (actor === null) throw noCredentials(record, head.headers.cookie);
    allow(record, actor, params);
  }
  const removed = record.history.deprecated && actor ? ports.availability(record, actor) : null;
  if (removed !== null) throw removed;
  return actor;
}

/** Whoever sent a cookie is signed in to the console: the refusal says why that is not enough. */
const noCredentials = ({ credentials }: RouteRecord, cookie: string | undefined) =>
  problem(credentials === 'key' && cookie !== undefined ? HttpProblems.keyOnly : HttpProblems.noCredentials);

/** Refuses an agent's key on routes it may not call. */
function allow({ agentKeys, method, path }: RouteRecord, actor: Actor, params: Params): Actor {
  const { deploymentId } = actor;
  if (deploymentId === undefined || typeof agentKeys === 'string') return actor;
  if (agentKeys === undefined) refuse(HttpProblems.notForAgents, deploymentId, `${method} ${path}`);
  const requested = params[agentKeys.ownDeployment] ?? '';
  if (requested !== deploymentId) refuse(HttpProblems.otherDeployment, deploymentId, requested, `${method} ${path}`);
  return actor;
}

/** Refuses a caller without the permission or the role that the route needs, before any of the body is read. */
export function authorize(record: RouteRecord, ctx: Ctx, params: Params, ports: HttpPorts): Promise<unknown> | null {
  const { access, permission } = record;
  if (permission) requirePermission(ctx.actor, permission);
  if (typeof access === 'string') return null;
  if (isObjectAccess(access)) {
    return access.param === null ? null : ports.requireRole(ctx, access, params[access.param] ?? '');
  }
  return ctx.actor.role === 'admin' ? null : refuse(access.administrators, ctx.actor.username);
}

/** For what only some requests of a route need; routes name what all of them need. */
export function requirePermission({ permissions, username }: Actor, { name, refusal }: NeededPermission): void {
  if (!permissions.has(name)) refuse(refusal, username);
}

/** Where the service function checks: a reply that it did not check is never sent. */
export function requireChecked({ access, operation }: RouteRecord, { checked }: Ctx): void {
  if (typeof access === 'string' || !isObjectAccess(access) || access.param !== null) return;
  if (checked?.isGranted(access.object, access.need) !== true)
    throw new Error(`${operation} must check for the right to ${access.need} the ${access.object.title} and did not`);
}
