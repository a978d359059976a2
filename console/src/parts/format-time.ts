const two = (value: number): string => String(value).padStart(2, '0');

const formatParts = (year: number, month: number, day: number, hour: number, minute: number): string =>
  `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;

/** `2026-11-15 14:03 UTC` */
export function inUtc(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const day = [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()] as const;
  return `${formatParts(...day, time.getUTCHours(), time.getUTCMinutes())} UTC`;
}

/** `2026-11-15 15:03 (Europe/Zurich)`: the reader's own zone. */
export function inLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()] as const;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${formatParts(...day, time.getHours(), time.getMinutes())} (${zone})`;
}
