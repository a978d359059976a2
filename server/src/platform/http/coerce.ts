import type { z } from 'zod';
import { parseJson } from '../json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The kind of value a schema wants, seen through optional, nullable and default wrappers. */
function wanted(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  if (def.innerType) return wanted(def.innerType);
  if (def.type === 'pipe' && def.in) return wanted(def.in);
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
    const kind = wanted(schema);
    if (kind === 'array' && Array.isArray(value)) out[name] = value;
    else if (typeof value !== 'string') out[name] = value;
    else {
      const turned = fromText(value, kind);
      out[name] = kind === 'array' && typeof turned === 'string' ? [turned] : turned;
    }
  }
  return out;
}
