import { EngineProblem } from '../core/engine-problem.ts';

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

function accepts(rule: Constraint, value: unknown): boolean {
  switch (rule.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'options':
      return rule.options.some((option) => option === value);
    case 'per-column':
      return (
        typeof value === 'object' && value !== null && Object.values(value).every((item) => rule.options.includes(item))
      );
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) && value >= rule.low && value <= rule.high;
    case 'interval':
      return (
        typeof value === 'number' &&
        (rule.openLow ? value > rule.low : value >= rule.low) &&
        (rule.openHigh ? value < rule.high : value <= rule.high)
      );
  }
}

function spoken(rule: Constraint): string {
  switch (rule.kind) {
    case 'boolean':
      return 'true or false';
    case 'options':
      return `one of ${rule.options.join(', ')}`;
    case 'per-column':
      return `a record from column name to one of ${rule.options.join(', ')}`;
    case 'integer':
      return `a whole number from ${rule.low} to ${rule.high}`;
    case 'interval':
      return `a number in ${rule.openLow ? '(' : '['}${rule.low}, ${rule.high}${rule.openHigh ? ')' : ']'}`;
  }
}

/** The parameters of a model when nobody chose any. */
export function defaultParams<P extends object>(rules: Constraints<P>): P {
  return checkParams(rules, {});
}

/**
 * Completes a choice with the defaults and checks it, once, at the edge. The result is a new frozen object: neither
 * the rules nor what was handed in can change a fit that has started.
 */
export function checkParams<P extends object>(rules: Constraints<P>, given: Partial<P>): P {
  const known = new Map(Object.entries<Constraint>(rules));
  for (const name of Object.keys(given)) {
    if (!known.has(name)) {
      throw new EngineProblem(
        'params.unknown',
        `There is no parameter "${name}". This model takes: ${[...known.keys()].join(', ') || 'none'}.`,
      );
    }
  }
  const chosen = new Map(Object.entries(given));
  const complete: Record<string, unknown> = {};
  for (const [name, rule] of known) {
    const value = chosen.get(name) ?? rule.fallback;
    if (!accepts(rule, value)) {
      throw new EngineProblem(
        'params.invalid',
        `Parameter "${name}" must be ${spoken(rule)}; it was ${typeof value === 'object' ? JSON.stringify(value) : String(value)}.`,
      );
    }
    complete[name] = value;
  }
  return Object.freeze(complete) as P;
}
