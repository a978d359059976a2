import { EngineProblem } from '../problems/engine-problem.ts';
import type { Constraint, Constraints } from './constraint.ts';

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
