const two = (value: number): string => String(value).padStart(2, '0');
const NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
const MONTHS = [...NAMES, 'August', 'September', 'October', 'November', 'December'];

/** `2024-05-31T00:00:00Z`; fractions only where there are any. */
export const withSeconds = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** `2024-05-31T00:00:00.000000Z`. */
export const withMicroseconds = (time: number): string => new Date(time).toISOString().replace('Z', '000Z');

/** A time as the data write theirs, by their `strftime` format. */
export function writtenLike(time: number, format: string | null): string {
  const date = new Date(time);
  if (format === null) return withSeconds(time);
  const month = MONTHS[date.getUTCMonth()] as string;
  const hour = date.getUTCHours();
  const pieces: Readonly<Record<string, string>> = {
    Y: String(date.getUTCFullYear()),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    d: two(date.getUTCDate()),
    b: month.slice(0, 3),
    B: month,
    H: two(hour),
    I: two(hour % 12 || 12),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    f: `${String(date.getUTCMilliseconds()).padStart(3, '0')}000`,
    p: hour < 12 ? 'AM' : 'PM',
    z: '+0000',
  };
  return format.replace(/%(\w)/g, (text, directive: string) => pieces[directive] ?? text);
}
