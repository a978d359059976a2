import type { Random } from '../http/random.ts';
import type { Schema } from './operations.ts';

/** Values for the fields of a body: ids of real things by the name of the field. */
export type FillIn = (name: string) => unknown;

const DAY = '2024-03-01';

/** The smallest value a schema accepts; optional fields only where `fill` has something for them. */
export function sample(schema: Schema, name: string, fill: FillIn): unknown {
  const known = fill(name);
  if (known !== undefined && takesText(schema)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null) ?? null;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return sample(choices.find((one) => one.type !== 'null') ?? {}, name, fill);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null');
  switch (type) {
    case 'object':
      return sampleObject(schema, fill);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name, fill));
    case 'string':
      return sampleText(schema, name);
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > -(2 ** 50)
        ? schema.minimum
        : (schema.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return 'x';
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, fill: FillIn): Record<string, unknown> {
  const wanted = Object.keys(properties).filter((key) => required.includes(key));
  return Object.fromEntries(wanted.map((key) => [key, sample(properties[key] ?? {}, key, fill)]));
}

const takesText = (schema: Schema): boolean =>
  schema.enum === undefined &&
  schema.const === undefined &&
  (schema.type === 'string' ||
    (Array.isArray(schema.type) && schema.type.includes('string')) ||
    (schema.anyOf ?? []).some(takesText));

const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/url|address/i, 'https://files.invalid/table.csv'],
  [/email/i, 'somebody@example.com'],
  [/(date|time|start|end|point|timestamp)$/i, `${DAY}T00:00:00Z`],
  [/countryCode/i, 'US'],
  [/jdbc/i, 'jdbc:postgresql://db.invalid:5432/x'],
  [/language/i, 'en'],
  [/maximalFrequency/i, 'PT1H'],
];

function sampleText({ format, pattern, minLength = 0, maxLength = 1000 }: Schema, name: string): string {
  const named = BY_NAME.find(([words]) => words.test(name))?.[1];
  const text =
    format === 'uri'
      ? 'https://service.invalid/'
      : format === 'email'
        ? 'somebody@example.com'
        : format?.startsWith('date')
          ? DAY
          : (named ?? name.replace(/[^\w]/g, '').slice(0, 20));
  const fitting =
    pattern === undefined || matches(pattern, text) ? text : (PATTERNED.find((one) => matches(pattern, one)) ?? text);
  return fitting.padEnd(minLength, 'x').slice(0, maxLength);
}

const PATTERNED = ['s3://bucket/key', 'a', '1', 'en', 'P1D', 'x-header', '0'.repeat(24), DAY, 'name', 'a@b.example'];

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** Names of fields below a schema, with the ways to them. */
export function fieldsOf(schema: Schema, depth = 4): { readonly path: readonly string[]; readonly schema: Schema }[] {
  if (depth === 0) return [];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.flatMap((one) => fieldsOf(one, depth));
  return Object.entries(schema.properties ?? {}).flatMap(([key, below]) => [
    { path: [key], schema: below },
    ...fieldsOf(below, depth - 1).map(({ path, schema: inner }) => ({ path: [key, ...path], schema: inner })),
  ]);
}

/** An id that nothing has. */
export const anUnknownId = (random: Random): string => `0badc0de${random.hex(16)}`;
