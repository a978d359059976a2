import type { SentValue, ValueType } from './key-value.schema.ts';

/** What is stored, or the field that is wrong and why. */
type ReadValue = { readonly text: string } | { readonly field: keyof SentValue; readonly wrong: string };

/** Clients that only rename a number or a switch send its value as text again. */
export function readValue(type: ValueType, { value, numericValue, booleanValue }: SentValue): ReadValue {
  if (type === 'numeric') {
    const number = numericValue ?? (value?.trim() ? Number(value) : Number.NaN);
    if (Number.isFinite(number)) return { text: String(number) };
    return { field: 'numericValue', wrong: 'A numeric key value needs a number here' };
  }
  if (type === 'boolean') {
    const text = booleanValue == null ? value?.trim().toLowerCase() : String(booleanValue);
    if (text === 'true' || text === 'false') return { text };
    return { field: 'booleanValue', wrong: 'A boolean key value needs true or false here' };
  }
  if (value == null || value === '') return { field: 'value', wrong: `A key value of type ${type} needs a text here` };
  if (type === 'json' && !isJson(value)) return { field: 'value', wrong: 'Must be JSON' };
  if (type === 'url' && !URL.canParse(value)) {
    return { field: 'value', wrong: 'Must be a whole address, such as https://example.com/report' };
  }
  return { text: value };
}

export const numberOf = (type: string, text: string): number => (type === 'numeric' ? Number(text) : 0);
export const isTrue = (type: string, text: string): boolean => type === 'boolean' && text === 'true';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
