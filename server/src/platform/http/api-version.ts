import type { IncomingMessage } from 'node:http';
import { type ZodType, z } from 'zod';
import type { Platform } from '../context.ts';
import type { Actor } from './actor.ts';
import { HttpProblems } from './http.problems.ts';
import { addressOf, type Trust } from './origin.ts';
import type { HttpPorts } from './ports.ts';
import { refuse } from './problem.ts';
import { isByteReply, isReply } from './reply.ts';
import type { FieldHistory, HandlerResult, RouteRecord } from './route.ts';

const minorOf = (version: string): number => Number(version.split('.')[1]);

/** Whether `2.43` of ALMANAC_API_VERSION includes what a history dates `v2.35`. Marks like v6.0 are releases, not versions. */
const hasReached = (mark: string, version: string): boolean =>
  !mark.startsWith('v2.') || minorOf(mark) <= minorOf(version);

const isRemoved = ({ history: { removed } }: RouteRecord, version: string): boolean =>
  removed !== undefined && hasReached(removed, version);

/** The routes of a version: those removed by then are left out, the others have its fields and deprecations. */
export const routesAt = (routes: readonly RouteRecord[], version: string): RouteRecord[] =>
  routes.filter((record) => !isRemoved(record, version)).map((record) => routeAt(record, version));

/** What was removed by a version answers 404 and says how to get it back, before anybody is asked who they are. */
export const removedRoutes = (routes: readonly RouteRecord[], version: string): RouteRecord[] =>
  routes.filter((record) => isRemoved(record, version)).map((record) => removedRoute(record, version));

function routeAt(record: RouteRecord, version: string): RouteRecord {
  const { deprecated, fields = [], ...history } = record.history;
  const isDeprecated = deprecated !== undefined && hasReached(deprecated.since, version);
  if (fields.length === 0 && (isDeprecated || deprecated === undefined)) return record;
  const removed = fields.filter((one) => hasReached(one.removed, version));
  const leaving = fields.filter((one) => !removed.includes(one) && hasReached(one.deprecated.since, version));
  return {
    ...record,
    history: {
      ...history,
      ...(isDeprecated ? { deprecated } : {}),
      ...(leaving.length > 0 ? { fields: leaving } : {}),
    },
    replies: repliesAt(record.replies, removed, leaving),
    ...(leaving.length > 0 ? { always: withNotice(record.always, leaving) } : {}),
    handle: async (ctx, input) => withoutFields(await record.handle(ctx, input), removed),
  };
}

function repliesAt(
  replies: RouteRecord['replies'],
  removed: readonly FieldHistory[],
  leaving: readonly FieldHistory[],
): RouteRecord['replies'] {
  const edited = Object.entries(replies).map(([status, schema]) => {
    if (schema === null) return [status, schema];
    const kept = removed.reduce((now, { field }) => editField(now, field, () => null), schema);
    return [
      status,
      leaving.reduce((now, { field }) => editField(now, field, (one) => one.meta({ deprecated: true })), kept),
    ];
  });
  return Object.fromEntries(edited) as RouteRecord['replies'];
}

/** Clients show this header to people, so it names the fields and what replaces them. */
function withNotice(
  always: RouteRecord['always'],
  leaving: readonly FieldHistory[],
): NonNullable<RouteRecord['always']> {
  const deprecation = leaving
    .map(
      ({ field, deprecated: { since, replacedBy }, removed }) =>
        `${field}: deprecated since ${since}, removed in ${removed}, use ${replacedBy}.`,
    )
    .join(' ');
  return (requestId) => ({ ...always?.(requestId), deprecation });
}

function withoutFields(result: HandlerResult, removed: readonly FieldHistory[]): HandlerResult {
  if (isByteReply(result)) return result;
  const prune = (body: unknown) => removed.reduce((now, { field }) => withoutField(now, field), body);
  return isReply(result) ? { ...result, body: prune(result.body) } : (prune(result) as HandlerResult);
}

function removedRoute({ method, path, operation, part, history, errors }: RouteRecord, version: string): RouteRecord {
  const { added, removed = '' } = history;
  return {
    method,
    path,
    operation: `removed ${operation}`,
    part,
    summary: 'Removed',
    history: { added },
    access: 'public',
    takes: 'bytes', // whatever is sent is not looked at
    ...(errors === undefined ? {} : { errors }),
    replies: {},
    handle: (_ctx, input) => {
      input.stream.resume();
      const last = `2.${minorOf(removed) - 1}`;
      return refuse(HttpProblems.removed, `${method} ${path}`, removed, version, last);
    },
  };
}

/** `buckets[].valuePerClass` -> its names; lists are passed through. */
const namesOf = (field: string): string[] => field.replaceAll('[]', '').split('.');

/** A schema in which one field is another, or missing (null). Fields that the schema does not have stay missing. */
function editField(schema: ZodType, field: string, edit: (found: ZodType) => ZodType | null): ZodType {
  return editAt(schema, namesOf(field), edit);
}

function editAt(schema: ZodType, names: readonly string[], edit: (found: ZodType) => ZodType | null): ZodType {
  if (schema instanceof z.ZodOptional) return editAt(schema.unwrap() as ZodType, names, edit).optional();
  if (schema instanceof z.ZodNullable) return editAt(schema.unwrap() as ZodType, names, edit).nullable();
  if (schema instanceof z.ZodArray) return z.array(editAt(schema.element as ZodType, names, edit));
  const [name = '', ...rest] = names;
  const found: ZodType | undefined = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(schema instanceof z.ZodObject) || found === undefined) return schema;
  const edited = rest.length === 0 ? edit(found) : editAt(found, rest, edit);
  const { [name]: _, ...others } = schema.shape;
  return schema.clone({ ...schema._zod.def, shape: edited === null ? others : { ...schema.shape, [name]: edited } });
}

/** A value without one field, at whatever depth. */
const withoutField = (value: unknown, field: string): unknown => withoutAt(value, namesOf(field));

function withoutAt(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutAt(one, names));
  const [name = '', ...rest] = names;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const { [name]: found, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...value, [name]: withoutAt(found, rest) };
}

type Params = Readonly<Record<string, string>>;

/**
 * The headers of a deprecated route. `Link` is the address that replaces this very request. Where the request does not
 * tell all of it (a model of a leaderboard names no deployment), `Link` leads to the reference, and what is to be
 * filled in is a template (RFC 9652).
 */
export function deprecationHeaders({ operation, history: { deprecated } }: RouteRecord): (params: Params) => Params {
  if (deprecated === undefined) return () => ({});
  const template = deprecated.replacedBy?.match(/\/\S+/)?.[0];
  if (template === undefined) return () => ({ deprecation: 'true' });
  return (params) => {
    const path = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
      params[name] === undefined ? whole : encodeURIComponent(params[name]),
    );
    if (!path.includes('{')) return { deprecation: 'true', link: `<${path}>; rel="successor-version"` };
    return {
      deprecation: 'true',
      link: `</docs#${operation}>; rel="deprecation"; type="text/html"`,
      'link-template': `"${path}"; rel="successor-version"`,
    };
  };
}

/** Counts a call of a deprecated route once its reply is sent, so that counting costs the caller nothing. */
export function reportDeprecatedUse(
  route: RouteRecord,
  request: IncomingMessage,
  actor: Actor | null,
  { platform, ports, trusted }: { readonly platform: Platform; readonly ports: HttpPorts; readonly trusted: Trust },
): void {
  const { method = '', url = '', headers } = request;
  const at = platform.now();
  const report = (caller: Actor | null) =>
    caller && ports.deprecatedUse({ route, request: `${method} ${url}`, actor: caller, at });
  if (actor !== null || headers.authorization === undefined) {
    report(actor);
    return;
  }
  // A public route identifies nobody; a caller who sent credentials is counted all the same. Wrong credentials count nobody.
  ports
    .authenticate({ method, path: url, headers, address: addressOf(request, trusted) })
    .then(report)
    .catch(() => undefined);
}
