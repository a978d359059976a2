import { type ZodObject, type ZodType, z } from 'zod';
import { defOf, ignoredBecause, innerSchemas } from '../../src/platform/http/ignored.ts';
import type { RouteRecord } from '../../src/platform/http/route.ts';

type Schema = z.core.$ZodType;

/** One field that a request may carry and that should have an effect. */
export interface AcceptedField {
  /** `query.limit`, `body.roles.[].role`. */
  readonly place: string;
  readonly name: string;
}

/** The fields of the query and the body of a route at any depth, but for those declared as ignored. */
export function acceptedFields(
  { query, body }: Pick<RouteRecord, 'query' | 'body'>,
  { all = false } = {},
): AcceptedField[] {
  const found = new Map<string, AcceptedField>();
  const collect = (schema: Schema, place: string, above: readonly Schema[]): void => {
    if (above.includes(schema)) return; // a schema that contains itself
    const within = [...above, schema];
    for (const [part, inner] of innerSchemas(schema)) collect(inner, part === '' ? place : `${place}.${part}`, within);
    const { type, shape } = defOf(schema);
    if (type !== 'object') return;
    for (const [name, field] of Object.entries(shape as ZodObject['shape'])) {
      if (!all && (ignoredBecause(field) !== null || takesOneValue(field))) continue;
      found.set(`${place}.${name}`, { place: `${place}.${name}`, name });
      collect(field, `${place}.${name}`, within);
    }
  };
  if (query) collect(query, 'query', []);
  if (body) collect(body, 'body', []);
  return [...found.values()];
}

/** The names of all fields of a reply. */
export const namesIn = (reply: ZodType): ReadonlySet<string> =>
  new Set(acceptedFields({ query: undefined, body: reply }, { all: true }).map(({ name }) => name));

/** Whether a field has nothing to say: one value may be sent, and every other one is refused. */
function takesOneValue(schema: Schema): boolean {
  const values = valuesOf(schema);
  return values !== null && values.filter((value) => z.safeParse(schema, value).success).length <= 1;
}

/** All values a field could have but null, where they can be listed; a choice of them for what may be anything. */
function valuesOf(schema: Schema): readonly unknown[] | null {
  const { type, values, entries, innerType, checks } = defOf(schema);
  switch (type) {
    case 'literal':
      return (values as readonly unknown[]).filter((value) => value !== null);
    case 'enum':
      return Object.values(entries as object);
    case 'null':
    case 'undefined':
    case 'never':
      return [];
    case 'boolean':
      return [true, false];
    case 'unknown':
      return [true, 1, 'text', [], {}];
    case 'array':
      return ((checks ?? []) as readonly z.core.$ZodCheckMaxLength[]).some((one) => one._zod.def.maximum === 0)
        ? []
        : null;
    default:
      return innerType === undefined ? null : valuesOf(innerType as Schema);
  }
}
