import { invalidFields } from '#platform/http/problem.ts';
import { momentOf, type Period } from '../scope/period.rules.ts';

const DAY_MS = 24 * 3_600_000;

function moment(name: 'start' | 'end', text: string): Date {
  const made = momentOf(text);
  if (made !== undefined) return made;
  throw invalidFields({ [name]: `"${text}" is no point in time; write it like 2026-01-31T10:00:00Z` });
}

/**
 * From `start` on and before `end`, any moment. Clients write the time of their own clock and zone without saying so,
 * which is up to a day ahead; what lies further in the future is a mistake.
 */
export function exportPeriod(wish: { readonly start: string; readonly end: string }, now: Date): Period {
  const [start, end] = [moment('start', wish.start), moment('end', wish.end)];
  if (start >= end) throw invalidFields({ end: `${wish.end} must be after start (${wish.start})` });
  if (start > now) throw invalidFields({ start: `${wish.start} is in the future: nothing was predicted then` });
  if (end.getTime() > now.getTime() + DAY_MS) {
    throw invalidFields({ end: `${wish.end} is in the future. Ask up to now, ${now.toISOString()}` });
  }
  return { start, end };
}
