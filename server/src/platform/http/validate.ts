import { type ZodObject, type ZodType, z } from 'zod';
import { coerceFields } from './coerce.ts';
import { type FieldErrors, invalidFields } from './problem.ts';

/** More than this many wrong fields help nobody and can be megabytes. */
const MOST_FIELDS_NAMED = 100;

function describe(issue: z.core.$ZodIssue): readonly [string, string][] {
  const place = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [[...place, key].join('.'), `${key} is not allowed key`]);
  }
  return [[place.join('.') || 'body', issue.message]];
}

function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MOST_FIELDS_NAMED)) {
    for (const [place, text] of describe(issue)) fields[place] ??= text;
  }
  return fields;
}

/** Zod's words, with the value that was sent: "expected number, got string "abc"". */
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined;
    if (issue.input === undefined) return 'This field is required';
    const sent = JSON.stringify(issue.input, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? '';
    return `Must be ${issue.expected}, got ${sent.length > 80 ? `${sent.slice(0, 80)}…` : sent}`;
  },
});

export function validate<Schema extends ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(fieldErrors(result.error));
}

export function validateText(schema: ZodObject, fields: Readonly<Record<string, unknown>>): unknown {
  return validate(schema, coerceFields(schema.shape, fields));
}

const NUL = String.fromCharCode(0);

/** PostgreSQL cannot hold a NUL in text: refused at the edge, with its place, instead of failing in a query. */
export function refuseNul(value: unknown, place = ''): void {
  if (typeof value === 'string') {
    if (value.includes(NUL)) throw invalidFields({ [place || 'body']: 'Must not contain the null character' });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      refuseNul(item, place ? `${place}.${index}` : String(index));
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const inner = place ? `${place}.${key}` : key;
      if (key.includes(NUL))
        throw invalidFields({ [inner.replaceAll(NUL, '\\0')]: 'Must not contain the null character' });
      refuseNul(item, inner);
    }
  }
}
