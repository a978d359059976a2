import { invalidFields } from '#platform/http/problem.ts';
import { momentOf } from '../scope/period.rules.ts';

const HOUR_MS = 3_600_000;

/** Open at the side that is null. */
export interface DeletedPeriod {
  readonly start: Date | null;
  readonly end: Date | null;
}

/** Sums are kept by the hour: part of one cannot be deleted, and more than was asked for must not be. */
function hour(name: 'start' | 'end', text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const moment = momentOf(text);
  if (moment === undefined || moment.getTime() % HOUR_MS !== 0) {
    throw invalidFields({ [name]: `"${text}" is not the top of an hour; write it like 2026-01-31T10:00:00Z` });
  }
  return moment;
}

export function deletedPeriod(wish: {
  readonly start?: string | null | undefined;
  readonly end?: string | null | undefined;
}): DeletedPeriod {
  const [start, end] = [hour('start', wish.start), hour('end', wish.end)];
  if (start !== null && end !== null && start >= end) {
    throw invalidFields({ end: `${wish.end} must be after start (${wish.start})` });
  }
  return { start, end };
}
