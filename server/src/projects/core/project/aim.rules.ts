import type { FieldErrors } from '#platform/http/problem.ts';
import type { Aim } from './aim.schema.ts';

export type AutopilotMode = NonNullable<Aim['mode']>;

/** The numbers clients know the modes by. */
export const MODE_NUMBERS: Readonly<Record<AutopilotMode, number>> = { auto: 0, manual: 2, quick: 3, comprehensive: 4 };

/** Older clients ask for the quick mode with `quickrun`. */
export function modeOf({ mode = 'auto', quickrun }: Aim): AutopilotMode {
  return quickrun && mode === 'auto' ? 'quick' : mode;
}

export function wrongMode({ mode, quickrun }: Aim): FieldErrors {
  if (!quickrun || mode === undefined || mode === 'auto' || mode === 'quick') return {};
  return { quickrun: `quickrun makes the mode quick; it cannot go with mode ${mode}. Send one of them` };
}

export const isDatedAim = ({ cvMethod, useTimeSeries }: Aim): boolean =>
  cvMethod === 'datetime' || useTimeSeries === true;
