import type { BundleTarget } from '#deployments';
import { momentOf } from '../scope/period.rules.ts';
import { actualText, wantedActual } from './actual.rules.ts';
import type { Actual } from './actual.store.ts';

/** An actual as somebody sent it. */
export interface SentActual {
  readonly associationId: string;
  readonly actualValue: string | number | bigint | boolean;
  readonly wasActedOn?: boolean | null | undefined;
  readonly timestamp?: string | null | undefined;
}

type Target = Pick<BundleTarget, 'type' | 'classes'>;

/** An actual as it is kept, or what is wrong with it: field and sentence. */
export function readActual(target: Target, sent: SentActual): Actual | { readonly wrong: readonly [string, string] } {
  const value = actualText(target, sent.actualValue);
  if (value === undefined) {
    const shown = JSON.stringify(String(sent.actualValue).slice(0, 100));
    return { wrong: ['actualValue', `${shown} cannot be an actual. ${wantedActual(target)}`] };
  }
  const happenedAt = sent.timestamp ? (momentOf(sent.timestamp) ?? null) : null;
  if (sent.timestamp && happenedAt === null) {
    const why = `"${sent.timestamp}" is no point in time; write it like 2026-01-31T10:00:00Z`;
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
