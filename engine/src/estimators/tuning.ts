import { EngineProblem } from '../core/engine-problem.ts';
import { type Constraint, checkParams } from './parameters.ts';

/** A parameter as users tune it: under the name the field has for it, in the step of the model it belongs to. */
export interface Tunable {
  /** Unique in a model, stable between versions. */
  readonly id: string;
  /** What most programs call it: learning_rate, max_depth, ... */
  readonly name: string;
  /** The step of the model. */
  readonly step: string;
  /** Its name in the parameters of the estimator. */
  readonly param: string;
  readonly rule: Constraint;
  /** `auto` is allowed beside what the rule allows: the model chooses while it trains. */
  readonly auto: boolean;
  /** What the model was trained with, and what it would be with nothing chosen. */
  readonly current: unknown;
  readonly usual: unknown;
}

/** Steps of a model with their parameters: own name -> the field's name. */
export type TuningSteps = readonly (readonly [step: string, names: Readonly<Record<string, string>>])[];

export const AUTO = 'auto';

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** Flags also come as text or 0 and 1, numbers as text, from clients that know no other way. */
function readValue(rule: Constraint, value: unknown): unknown {
  if (rule.kind === 'boolean') return FLAGS[String(value).toLowerCase()] ?? value;
  const isNumber = rule.kind === 'integer' || rule.kind === 'interval';
  return isNumber && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

/** Chosen values by parameter; `auto` stays as it is. Refuses what is not there and what a rule does not allow. */
export function readTuning(
  tunables: readonly Tunable[],
  chosen: Iterable<readonly [id: string, value: unknown]>,
): Map<string, unknown> {
  const read = new Map<string, unknown>();
  for (const [id, value] of chosen) {
    const found = tunables.find((one) => one.id === id);
    if (found === undefined) {
      throw new EngineProblem(
        'params.unknown',
        `There is no parameter "${id}". This model takes: ${tunables.map((one) => one.id).join(', ') || 'none'}.`,
      );
    }
    if (found.auto && value === AUTO) read.set(found.param, AUTO);
    else {
      const rules = { [found.name]: found.rule } as Parameters<typeof checkParams<Record<string, never>>>[0];
      const checked = checkParams(rules, { [found.name]: readValue(found.rule, value) as never });
      read.set(found.param, checked[found.name]);
    }
  }
  return read;
}
