export type Values = Readonly<Record<string, unknown>>;

interface Base {
  /** The argument's name in the API. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** May stay empty, and is then left out. */
  readonly optional?: boolean;
  /** Only asked for when the others say so. */
  readonly when?: (values: Values) => boolean;
}

/** One argument of an operation, as something to fill in. */
export type Field =
  | (Base & { readonly kind: 'text' | 'expression' | 'column' | 'columns' | 'number' | 'numbers' | 'flag' | 'dataset' })
  | (Base & { readonly kind: 'choice' | 'choices'; readonly choices: readonly Choice[] })
  | (Base & { readonly kind: 'operands'; readonly count: (values: Values) => number })
  | (Base & {
      readonly kind: 'list';
      readonly add: string;
      readonly blank: Values;
      readonly fields: readonly Field[];
    });

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A kind of operation: what it is called, what it asks for, and how it reads once filled in. */
export interface Directive {
  readonly title: string;
  readonly about: string;
  readonly blank: Values;
  readonly fields: readonly Field[];
  readonly summary: (values: Values) => string;
}

export const choicesOf = (words: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

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
