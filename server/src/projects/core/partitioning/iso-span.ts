const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** The time between two moments as clients read it: `P0Y0M28D`, `P0Y0M2DT6H0M0S`. Days, because months differ. */
export function isoSpan(from: number, to: number): string {
  const length = Math.max(0, to - from);
  const days = Math.floor(length / DAY);
  const seconds = Math.round((length - days * DAY) / SECOND);
  if (seconds === 0) return `P0Y0M${days}D`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `P0Y0M${days}DT${hours}H${minutes}M${seconds % 60}S`;
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();
