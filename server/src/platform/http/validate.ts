import { type ZodObject, type ZodType, z } from 'zod';
import { parseJson } from '../json.ts';
import { type FieldErrors, invalidFields, type Problem } from './problem.ts';

/** More than this many wrong fields help nobody and can be megabytes. */
const MOST_FIELDS_NAMED = 100;

const LONGEST_NAME = 200;

const shorten = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

function* describe(issue: z.core.$ZodIssue): Iterable<readonly [string, string]> {
  const place = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') yield [place.join('.') || 'body', issue.message];
  else for (const key of issue.keys) yield [[...place, key].join('.'), `${shorten(key)} is not allowed key`];
}

/** Without a prototype: a field may be called `constructor`. */
function fieldErrors(wrong: Iterable<readonly [string, string]>): FieldErrors {
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [place, text] of wrong) {
    fields[shorten(place)] ??= text;
    if (++count >= MOST_FIELDS_NAMED) break;
  }
  return fields;
}

function* describeAll(issues: readonly z.core.$ZodIssue[]): Iterable<readonly [string, string]> {
  for (const issue of issues) yield* describe(issue);
}

/** 422 for names that a route does not know. */
export const notAllowed = (names: readonly string[]): Problem =>
  invalidFields(fieldErrors(names.map((name) => [name, `${shorten(name)} is not allowed key`] as const)));

/** Zod's words, with the value that was sent: "expected number, got string "abc"". */
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
    if (issue.input === undefined) return 'This field is required';
    const sent = JSON.stringify(issue.input, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? '';
    const got = `got ${sent.length > 80 ? `${sent.slice(0, 80)}…` : sent}`;
    if (issue.code === 'invalid_type') return `Must be ${issue.expected}, ${got}`;
    return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}; ${got}`;
  },
});

export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(fieldErrors(describeAll(result.error.issues)));
}

/**
 * A body of JSON. Some scripts write numbers as text (`worker_count="-1"`): where the schema wants a number, that is what
 * was meant. Looked at only after a body was refused, so that others cost nothing.
 */
export function validateJson<Schema extends ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const read = structuredClone(sent);
  let found = false;
  for (const { path, kind } of wantedNumbers(result.error.issues)) found = readNumberAt(read, path, kind) || found;
  if (!found) throw invalidFields(fieldErrors(describeAll(result.error.issues)));
  return validate(schema, read);
}

type Path = readonly PropertyKey[];

/** Where a number was wanted; of several possible shapes, those that lack nothing but numbers. */
function* wantedNumbers(issues: readonly z.core.$ZodIssue[], at: Path = []): Iterable<{ path: Path; kind: string }> {
  for (const issue of issues) {
    const path = [...at, ...issue.path];
    if (isWantedNumber(issue)) yield { path, kind: issue.expected };
    else if (issue.code === 'invalid_union')
      for (const shape of issue.errors) if (shape.every(isWantedNumber)) yield* wantedNumbers(shape, path);
  }
}

const isWantedNumber = (issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType =>
  issue.code === 'invalid_type' && ['number', 'int', 'bigint'].includes(issue.expected);

/** True when there was a number as text, which is now a number. */
function readNumberAt(body: unknown, path: Path, kind: string): boolean {
  const name = path.at(-1);
  let parent = body;
  for (const key of path.slice(0, -1)) parent = (parent as Record<PropertyKey, unknown> | undefined)?.[key];
  if (name === undefined || typeof parent !== 'object' || parent === null) return false;
  const fields = parent as Record<PropertyKey, unknown>;
  const text = fields[name];
  if (typeof text !== 'string') return false;
  const value = fromText(text.trim(), kind === 'bigint' ? 'bigint' : 'number');
  if (typeof value === 'string') return false;
  fields[name] = value;
  return true;
}

export function validateText(schema: ZodObject, fields: Readonly<Record<string, unknown>>): unknown {
  const values = coerceFields(schema.shape, fields);
  refuseWrongText(values); // JSON inside a field may have escaped what the field itself did not show
  return validate(schema, values);
}

const NUL = String.fromCharCode(0);
const HALF_PAIR = /\p{Cs}/u;

/** PostgreSQL can hold neither in text or JSON. Null when the text is fine. */
function wrongText(text: string): string | null {
  if (text.includes(NUL)) return 'Must not contain the null character';
  return HALF_PAIR.test(text) ? 'Must be valid Unicode: it holds half of a surrogate pair' : null;
}

/** What no column can keep is refused at the edge, with its place, instead of failing in a query. */
export function refuseWrongText(value: unknown, place = ''): void {
  if (typeof value === 'string') {
    const wrong = wrongText(value);
    if (wrong) throw invalidFields({ [place || 'body']: wrong });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      refuseWrongText(item, place ? `${place}.${index}` : String(index));
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const inner = place ? `${place}.${key}` : key;
      const wrong = wrongText(key);
      if (wrong) throw invalidFields({ [shorten(inner.replaceAll(NUL, '\\0').replace(HALF_PAIR, '\ufffd'))]: wrong });
      refuseWrongText(item, inner);
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The kind of value a schema wants, seen through optional, nullable and default wrappers. */
function kindOf(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === 'pipe' && def.in) return kindOf(def.in);
  return def.type;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

function fromText(text: string, kind: string): unknown {
  if (kind === 'boolean') return BOOLEANS.get(text) ?? text;
  if (kind === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (kind === 'bigint' && /^-?\d+$/.test(text)) return BigInt(text);
  if ((kind === 'array' || kind === 'object' || kind === 'record') && /^\s*[[{]/.test(text)) {
    try {
      return parseJson(Buffer.from(text));
    } catch {
      return text; // the schema then says what it wanted
    }
  }
  return text;
}

/**
 * Query strings and form fields carry text only. What a schema wants as number, boolean or list is turned into that;
 * what does not fit is left as it is, so that the schema's own message names the value.
 */
export function coerceFields(shape: Readonly<Record<string, z.core.$ZodType>>, fields: Fields): Fields {
  // Without a prototype, and by own names only: `constructor` and `__proto__` are names like any other.
  const out: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) {
      out[name] = value;
      continue;
    }
    const kind = kindOf(schema);
    if (kind === 'array' && Array.isArray(value)) out[name] = value;
    else if (typeof value !== 'string') out[name] = value;
    else {
      const turned = fromText(value, kind);
      out[name] = kind === 'array' && typeof turned === 'string' ? [turned] : turned;
    }
  }
  return out;
}
