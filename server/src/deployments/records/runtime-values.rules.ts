import { parseJson } from '#platform/json.ts';

/** As clients write it, JSON in a text: `[{"fieldName": ..., "type": ..., "value": ...}]`. Answers what is wrong as text. */
export function runtimeValues(text: string): readonly Readonly<Record<string, unknown>>[] | string {
  let parsed: unknown;
  try {
    parsed = parseJson(Buffer.from(text));
  } catch {
    return 'Must be JSON text: a list of {"fieldName", "type", "value"}';
  }
  if (!Array.isArray(parsed)) return 'Must be JSON text of a list: [{"fieldName", "type", "value"}]';
  const wrong = parsed.findIndex(
    (one) => typeof one !== 'object' || one === null || typeof one.fieldName !== 'string' || one.fieldName === '',
  );
  return wrong < 0 ? parsed : `Item ${wrong} has no fieldName`;
}
