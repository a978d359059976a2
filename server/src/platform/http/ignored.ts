import type { ZodObject, ZodType, z } from 'zod';
import type { RouteRecord } from './route.ts';

const MARK = 'x-ignored';
const EXCEPT = 'x-ignored-except';

/**
 * A field that real clients send and that has no effect here: refusing it would break them, and taking it without a word
 * would be a lie. The OpenAPI document shows the reason, and so does the `Warning` header of the reply to whoever sends
 * it with a value other than `except`: those that ask for what happens anyway.
 */
export function ignored<Schema extends ZodType>(
  schema: Schema,
  reason: string,
  except: readonly unknown[] = [],
): Schema {
  if (!HEADER_TEXT.test(reason))
    throw new Error(`A reason is plain ASCII without quotes, got ${JSON.stringify(reason)}`);
  const kept = except.length === 0 ? {} : { [EXCEPT]: except };
  return schema.meta({ [MARK]: reason, ...kept, description: `Has no effect. ${reason}.` });
}

/** What stands in a quoted string of a header as it is. */
const HEADER_TEXT = /^[ !#-[\]-~]*[^.]$/;

type Schema = z.core.$ZodType;
type Def = { readonly type: string } & Readonly<Record<string, unknown>>;

export const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

interface Ignored {
  readonly reason: string;
  /** Values that ask for what happens anyway. */
  readonly except: readonly unknown[];
}

/** Whether a field is ignored, and why, seen through optional and nullable wrappers. */
export function ignoredBecause(schema: Schema): Ignored | null {
  const meta = (schema as ZodType).meta();
  const reason = meta?.[MARK];
  if (typeof reason === 'string') return { reason, except: (meta?.[EXCEPT] ?? []) as readonly unknown[] };
  const { innerType } = defOf(schema);
  return innerType === undefined ? null : ignoredBecause(innerType as Schema);
}

/** The schemas inside a schema that describe the same value (`''`), or the items of it (`[]`). */
export function innerSchemas(schema: Schema): (readonly ['' | '[]', Schema])[] {
  const def = defOf(schema);
  const one = (key: string) => (def[key] === undefined ? [] : [def[key] as Schema]);
  const same = (schemas: readonly Schema[]) => schemas.map((inner) => ['', inner] as const);
  const items = (schemas: readonly Schema[]) => schemas.map((inner) => ['[]', inner] as const);
  switch (def.type) {
    case 'array':
      return items(one('element'));
    case 'record':
      return items(one('valueType'));
    case 'tuple':
      return items(def.items as readonly Schema[]);
    case 'union':
      return same(def.options as readonly Schema[]);
    case 'intersection':
      return same([...one('left'), ...one('right')]);
    case 'pipe':
      return same([...one('in'), ...one('out')]);
    case 'lazy':
      return same([(def.getter as () => Schema)()]);
    default:
      return same(one('innerType'));
  }
}

export interface IgnoredField extends Ignored {
  /** Names from the outside in; `[]` for each item of a list. */
  readonly path: readonly string[];
}

/** The ignored fields of a schema, each once. */
export function ignoredFields(schema: Schema | undefined): IgnoredField[] {
  const found = new Map<string, IgnoredField>();
  const collect = (at: Schema, path: readonly string[], above: readonly Schema[]): void => {
    if (above.includes(at)) return; // a schema that contains itself
    const within = [...above, at];
    for (const [part, inner] of innerSchemas(at)) collect(inner, part === '' ? path : [...path, part], within);
    const { type, shape } = defOf(at);
    if (type !== 'object') return;
    for (const [name, field] of Object.entries(shape as ZodObject['shape'])) {
      const place = [...path, name];
      const why = ignoredBecause(field);
      if (why === null) collect(field, place, within);
      else found.set(place.join('.'), { path: place, ...why });
    }
  };
  if (schema !== undefined) collect(schema, [], []);
  return [...found.values()];
}

/** Null and undefined ask for nothing. */
function isSent(value: unknown, field: IgnoredField, at = 0): boolean {
  if (value === undefined || value === null) return false;
  const name = field.path[at];
  if (name === undefined) return !field.except.includes(value);
  if (typeof value !== 'object') return false;
  if (name === '[]') return Object.values(value).some((item) => isSent(item, field, at + 1));
  return Object.hasOwn(value, name) && isSent((value as Readonly<Record<string, unknown>>)[name], field, at + 1);
}

const MOST_NAMED = 8;
const warning = (text: string): string => `299 - "${text}"`;

export const nameOf = ({ path }: IgnoredField): string => path.join('.').replaceAll('.[]', '[]');

interface Sent {
  readonly query: unknown;
  readonly body: unknown;
}

/** Writes the `Warning` header of a route's replies; null where the route takes no field that is ignored. */
export function ignoredWarning({ query, body }: Pick<RouteRecord, 'query' | 'body'>) {
  const inQuery = ignoredFields(query);
  const inBody = ignoredFields(body);
  if (inQuery.length + inBody.length === 0) return null;
  return (sent: Sent): string | null => {
    const found = inQuery.filter((field) => isSent(sent.query, field));
    found.push(...inBody.filter((field) => isSent(sent.body, field)));
    if (found.length === 0) return null;
    const named = found.slice(0, MOST_NAMED).map((field) => warning(`${nameOf(field)} has no effect. ${field.reason}`));
    const more = found.length - named.length;
    return [...named, ...(more > 0 ? [warning(`${more} more fields have no effect`)] : [])].join(', ');
  };
}
