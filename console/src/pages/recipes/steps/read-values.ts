import type { Values } from './field.ts';

/** Arguments are whatever the API keeps; these read them without trusting their shape. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

export const valuesOf = (value: unknown): readonly Values[] =>
  listOf(value).filter((one): one is Values => typeof one === 'object' && one !== null);

/** `a, b and 3 more`. */
export function enumerate(names: readonly string[], most = 3): string {
  const named = names.slice(0, most).join(', ');
  return names.length > most ? `${named} and ${names.length - most} more` : named;
}
