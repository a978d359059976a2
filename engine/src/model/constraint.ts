/** A real number between two ends. `scale: 'log'` tells the tuner to search orders of magnitude. */
export interface IntervalConstraint {
  readonly kind: 'interval';
  readonly low: number;
  readonly high: number;
  readonly openLow: boolean;
  readonly openHigh: boolean;
  readonly scale: 'linear' | 'log';
  readonly fallback: number;
}

/** A whole number between two ends, both allowed. */
export interface IntegerConstraint {
  readonly kind: 'integer';
  readonly low: number;
  readonly high: number;
  readonly scale: 'linear' | 'log';
  readonly fallback: number;
}

/** One of a short list. */
export interface OptionsConstraint<T extends string | number> {
  readonly kind: 'options';
  readonly options: readonly T[];
  readonly fallback: T;
}

export interface BooleanConstraint {
  readonly kind: 'boolean';
  readonly fallback: boolean;
}

/** A number for some of the columns, by column name (monotone directions, penalties). */
export interface PerColumnConstraint {
  readonly kind: 'per-column';
  readonly options: readonly number[];
  readonly fallback: Readonly<Record<string, number>>;
}

type Whole<V> = [V] extends [boolean]
  ? BooleanConstraint
  : [V] extends [string]
    ? OptionsConstraint<V>
    : [V] extends [number]
      ? IntervalConstraint | IntegerConstraint | OptionsConstraint<V>
      : PerColumnConstraint;

/** The rules of every parameter of a model, as data: shown by the console, searched by the tuner, checked once. */
export type Constraints<P extends object> = { readonly [K in keyof P]-?: Whole<P[K]> };

export type Constraint =
  | IntervalConstraint
  | IntegerConstraint
  | OptionsConstraint<string>
  | OptionsConstraint<number>
  | BooleanConstraint
  | PerColumnConstraint;

interface IntervalExtras {
  readonly openLow?: boolean;
  readonly openHigh?: boolean;
  readonly scale?: 'linear' | 'log';
}

export function interval(low: number, high: number, fallback: number, extras: IntervalExtras = {}): IntervalConstraint {
  const { openLow = false, openHigh = false, scale = 'linear' } = extras;
  return { kind: 'interval', low, high, openLow, openHigh, scale, fallback };
}

export function integer(
  low: number,
  high: number,
  fallback: number,
  scale: 'linear' | 'log' = 'linear',
): IntegerConstraint {
  return { kind: 'integer', low, high, scale, fallback };
}

export function oneOf<T extends string | number>(options: readonly T[], fallback: NoInfer<T>): OptionsConstraint<T> {
  return { kind: 'options', options, fallback };
}

export function flag(fallback: boolean): BooleanConstraint {
  return { kind: 'boolean', fallback };
}

export function perColumn(
  options: readonly number[],
  fallback: Readonly<Record<string, number>> = {},
): PerColumnConstraint {
  return { kind: 'per-column', options, fallback };
}
