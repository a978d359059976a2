import { servedRoutes } from '../../src/app.ts';
import type { RouteRecord } from '../../src/platform/http/route.ts';
import { schemaOf } from '../../src/platform/openapi/document.ts';
import type { World } from './world-types.ts';

export const routes: readonly RouteRecord[] = servedRoutes({
  version: 'test',
  routes: () => [],
  metrics: async () => '',
});

export const lineOf = ({ method, path }: RouteRecord): string => `${method} ${path}`;

/** Parts of a path that name no object, with a value the route accepts. */
const WORDS: Readonly<Record<string, string>> = {
  featureName: 'size',
  source: 'validation',
  insightName: 'featureImpact',
  operationIndex: '0',
  partNumber: '1',
  collection: 'datasets',
  'path*': 'v1/chat',
};

export interface Param {
  /** As in the template: `{name}`. */
  readonly name: string;
  /** Key of the world that holds its value. */
  readonly key: string;
}

/** The ids in a path, in order: by the collection they stand in where their name has several meanings. */
export function paramsOf(path: string, world: World): Param[] {
  let collection = '';
  return path.split('/').flatMap((piece): Param[] => {
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    if (name === undefined) {
      if (piece !== '') collection = piece;
      return [];
    }
    if (name in WORDS) return [];
    const key = `${collection}/${name}` in world ? `${collection}/${name}` : name;
    return [{ name, key }];
  });
}

export const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? WORDS[name] ?? 'none'));

/** An id of the same shape that no object has. */
export function unknownLike(id: string): string {
  const colon = id.lastIndexOf(':') + 1;
  const digits = [...id.slice(colon)];
  if (/^\d{1,9}$/.test(id)) return '987654';
  const far = digits.map((digit, at) => (/[0-9a-f]/.test(digit) && at > 8 ? (at % 2 === 0 ? '5' : 'e') : digit));
  return `${id.slice(0, colon)}${far.join('')}`;
}

type Schema = Readonly<Record<string, unknown>>;

/** Where a field stands in a body: `intakeSettings.credentialId`, `roles.[].id`. */
type Place = readonly string[];

const choicesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => (anyOf ?? oneOf ?? []) as readonly Schema[];
const fieldsOf = (schema: Schema) => (schema.properties ?? {}) as Readonly<Record<string, Schema>>;

function holds(schema: Schema, [first, ...rest]: Place): boolean {
  if (first === undefined) return schema.type !== 'null';
  if (choicesOf(schema).some((choice) => holds(choice, [first, ...rest]))) return true;
  const next = first === '[]' ? (schema.items as Schema | undefined) : fieldsOf(schema)[first];
  return next !== undefined && holds(next, rest);
}

/** The smallest value a schema accepts that has a field at the place; `byName` wins for fields of that name. */
function sampled(schema: Schema, byName: Readonly<Record<string, unknown>>, place: Place = [], name = ''): unknown {
  const [first, ...rest] = place;
  const choice = choicesOf(schema).find((one) => holds(one, place));
  if (choice !== undefined) return sampled(choice, byName, place, name);
  if (schema.type === 'array') {
    const least = Math.max(1, Number(schema.minItems ?? 1));
    const item = sampled(schema.items as Schema, byName, first === '[]' ? rest : [], name.replace(/s$/, ''));
    return Array(least).fill(item);
  }
  if (byName[name] !== undefined && first === undefined && schema.properties === undefined) return byName[name];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.properties !== undefined) {
    const wanted = new Set([...((schema.required ?? []) as string[]), ...(first === undefined ? [] : [first])]);
    const fields = fieldsOf(schema);
    return Object.fromEntries(
      [...wanted].map((key) => [key, sampled(fields[key] ?? {}, byName, key === first ? rest : [], key)]),
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  if (schema.type === 'boolean') return true;
  if (schema.type === 'object') return {};
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.format === 'uri') return 'https://files.test/a.csv';
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
}

export const bodyOf = (record: RouteRecord, byName: Readonly<Record<string, unknown>>, field = ''): unknown =>
  record.body === undefined
    ? undefined
    : sampled(schemaOf(record.body, 'input'), byName, field === '' ? [] : field.split('.'));

/** Required query parameters only. */
export function queryOf(record: RouteRecord, byName: Readonly<Record<string, unknown>>): Record<string, string> {
  if (record.query === undefined) return {};
  const { properties = {}, required = [] } = schemaOf(record.query, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const values = required.map((name) => [name, String(sampled(properties[name] ?? {}, byName, [], name))]);
  return Object.fromEntries(values) as Record<string, string>;
}

const NAMES_AN_OBJECT = /(Id|Ids)$|^ids?$/;

/** Fields that name an object by its id: `?deploymentId` of a query, `trigger.customJobId` of a body. */
export function referencesOf(record: RouteRecord): string[] {
  const found = new Set<string>();
  const walk = (schema: Schema, place: string) => {
    for (const choice of choicesOf(schema)) walk(choice, place);
    if (schema.items !== undefined) walk(schema.items as Schema, `${place}[].`);
    for (const [name, field] of Object.entries(fieldsOf(schema))) {
      if (NAMES_AN_OBJECT.test(name)) found.add(`${place}${name}`);
      walk(field, `${place}${name}.`);
    }
  };
  if (record.query !== undefined) walk(schemaOf(record.query, 'input'), '?');
  if (record.body !== undefined) walk(schemaOf(record.body, 'input'), '');
  return [...found];
}

/** `over` into `value`, field by field and item by item. */
export function merged(value: unknown, over: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(over)) return value.map((item, at) => merged(item, over[at]));
  if (over === undefined) return value;
  if (typeof value !== 'object' || value === null || typeof over !== 'object' || over === null) return over;
  const [fields, others] = [value as Record<string, unknown>, over as Record<string, unknown>];
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(others).map(([key, one]) => [key, merged(fields[key], one)])),
  };
}
