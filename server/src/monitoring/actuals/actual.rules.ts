import type { ManifestTarget } from '#deployments';
import { parseTimestamp } from '../scope/period.rules.ts';
import type { Actual } from './actual.store.ts';

type Target = Pick<ManifestTarget, 'type' | 'classes'>;

const isNumeric = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const places = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The number of a class: looked up for every row of a file of actuals. */
function placeOf(classes: readonly string[], name: string): number | undefined {
  const known = places.get(classes) ?? new Map(classes.map((one, at) => [one, at]));
  places.set(classes, known);
  return known.get(name);
}

/** The class somebody means: as it is written, or the same number or truth written otherwise (1.0, True). */
function classNamed(classes: readonly string[], text: string): string | undefined {
  if (placeOf(classes, text) !== undefined) return text;
  const alike = (name: string) =>
    isNumeric(text) ? isNumeric(name) && Number(name) === Number(text) : name.toLowerCase() === text.toLowerCase();
  const found = classes.filter(alike);
  return found.length === 1 ? found[0] : undefined;
}

/** An actual as it is kept; undefined for what cannot happen to such a target. */
export function actualText({ type, classes }: Target, value: string | number | bigint | boolean): string | undefined {
  const text = String(value).trim();
  if (type !== 'Regression') return classNamed(classes, text);
  return typeof value !== 'boolean' && isNumeric(text) ? String(Number(text)) : undefined;
}

/** What an actual should have been, for the sentence that refuses one. */
function wantedActual({ type, classes }: Target): string {
  if (type === 'Regression') return 'The model predicts numbers: send a number';
  const some = classes.slice(0, 10).map((name) => `"${name}"`);
  return `The model knows the classes ${some.join(', ')}${classes.length > 10 ? ' and more' : ''}: send one of them`;
}

/** A kept actual as sums take it: a number, or the number of a class; null for a class this version does not have. */
export function actualNumber({ type, classes }: Target, text: string): number | null {
  if (type === 'Regression') return isNumeric(text) ? Number(text) : null;
  return placeOf(classes, text) ?? null;
}

/** An actual as somebody sent it. */
export interface SentActual {
  readonly associationId: string;
  readonly actualValue: string | number | bigint | boolean;
  readonly wasActedOn?: boolean | null | undefined;
  readonly timestamp?: string | null | undefined;
}

/** An actual as it is kept, or what is wrong with it: field and sentence. */
export function readActual(target: Target, sent: SentActual): Actual | { readonly wrong: readonly [string, string] } {
  const value = actualText(target, sent.actualValue);
  if (value === undefined) {
    const shown = JSON.stringify(String(sent.actualValue).slice(0, 100));
    return { wrong: ['actualValue', `${shown} cannot be an actual. ${wantedActual(target)}`] };
  }
  const happenedAt = sent.timestamp ? (parseTimestamp(sent.timestamp) ?? null) : null;
  if (sent.timestamp && happenedAt === null) {
    const why = `"${sent.timestamp}" is not a valid timestamp; write it like 2026-01-31T10:00:00Z`;
    return { wrong: ['timestamp', why] };
  }
  return { associationId: sent.associationId, value, wasActedOn: sent.wasActedOn ?? null, happenedAt };
}

export function repeatedIds(actuals: readonly SentActual[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { associationId } of actuals) {
    if (seen.has(associationId)) twice.add(associationId);
    seen.add(associationId);
  }
  return [...twice];
}
