import { ZodUnknown } from 'zod';
import type { Problem, Refusals } from './problem.ts';
import type { RouteRecord } from './route.ts';
import { isObjectAccess } from './route-access.ts';

/** What any route may have to say: the server, its disk or its database fails, the caller is slow or gone. */
export const ANYWHERE: Refusals = {
  400: ['http.wrong_url'],
  404: ['http.other_host', 'http.removed'],
  408: ['http.too_slow'],
  499: ['http.caller_gone'],
  500: ['http.failed'],
  503: ['http.unavailable'],
  507: ['http.no_space'],
};

function* ofCaller({
  access,
  agentKeys,
  credentials,
  method,
  permission,
  signIn,
}: RouteRecord): Generator<readonly [number, string]> {
  // Where only a password is taken, the route says what it refuses: nothing else is looked at.
  if (access === 'public' || signIn === 'basic') return;
  yield [401, 'http.no_credentials'];
  yield [401, 'http.bad_credentials'];
  if (credentials === 'key') yield [401, 'http.key_only'];
  // The session of a browser, used by the page of another site.
  else if (method !== 'GET') yield [403, 'accounts.other_site'];
  if (agentKeys === undefined) yield [403, 'http.not_for_agent_keys'];
  else if (typeof agentKeys === 'object') yield [403, 'http.other_deployment'];
  if (permission !== undefined) yield [permission.refusal.status, permission.refusal.code];
  if (access === 'account') return;
  if (!isObjectAccess(access)) yield [access.administrators.status, access.administrators.code];
  else if (access.param !== null) {
    yield [404, 'sharing.no_such_thing'];
    if (access.need !== 'read') yield [403, 'sharing.role_too_small'];
  }
}

function* ofInput({ takes, method, query }: RouteRecord): Generator<readonly [number, string]> {
  // Every route refuses parameters it does not know, but for those that pass them on.
  if (!(query?.def.catchall instanceof ZodUnknown)) yield [422, 'request.invalid'];
  if (method === 'GET') return;
  yield [415, 'http.wrong_content_encoding'];
  // The route reads the body itself, and says what it may find wrong with it.
  if (takes === 'bytes') return;
  yield [400, 'http.wrong_encoding'];
  // How large a file may be, the route says.
  if (takes !== 'form') yield [413, 'http.too_large'];
  yield [400, 'http.wrong_json'];
  yield [400, 'http.wrong_form'];
  yield [415, 'http.wrong_type'];
}

/** Where the installation or the account has no deprecated prediction routes any more. */
function* ofHistory({ history }: RouteRecord): Generator<readonly [number, string]> {
  if (history.deprecated?.family !== 'prediction-api') return;
  for (const word of ['disabled', 'removed', 'migrated']) yield [404, `deprecated.${word}`];
}

/** Every refusal a route declares: what follows from its record, and its own. */
export function refusalsOf(record: RouteRecord): Refusals {
  const found: Record<number, string[]> = {};
  const own = Object.entries(record.refusals ?? {}).flatMap(([status, codes]) =>
    codes.map((code) => [Number(status), code] as const),
  );
  for (const [status, code] of [...ofCaller(record), ...ofHistory(record), ...ofInput(record), ...own]) {
    found[status] ??= [];
    if (!found[status].includes(code)) found[status].push(code);
  }
  return found;
}

const declared = new WeakMap<RouteRecord, Refusals>();

/** In tests: a refusal that its route does not declare is a defect of the record. */
export function isDeclared(record: RouteRecord, { status, code }: Pick<Problem, 'status' | 'code'>): boolean {
  if (ANYWHERE[status]?.includes(code)) return true;
  if (!declared.has(record)) declared.set(record, refusalsOf(record));
  return declared.get(record)?.[status]?.includes(code) === true;
}
