const PARTS: Readonly<Record<string, string>> = {
  Y: '(?<year>\\d{4})',
  y: '(?<short>\\d{2})',
  m: '(?<month>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  M: '(?<minute>\\d{1,2})',
  S: '(?<second>\\d{1,2})',
  f: '(?<fraction>\\d{1,6})',
  b: '(?<named>[A-Za-z]{3})',
  B: '(?<named>[A-Za-z]{3,9})',
  I: '(?<twelve>\\d{1,2})',
  p: '(?<half>[AaPp][Mm])',
  z: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
  '%': '%',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads times written as the format says (%Y-%m-%d %H:%M:%S and the like); undefined for a format with unknown parts. */
export function timeReader(format: string): ((text: string) => number | undefined) | undefined {
  const seen = new Set<string>();
  let source = '';
  for (let at = 0; at < format.length; at++) {
    const letter = format[at] as string;
    if (letter !== '%') source += letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    else {
      const part = PARTS[format[++at] ?? ''];
      const name = part?.match(/<(\w+)>/)?.[1];
      if (part === undefined || (name !== undefined && seen.has(name))) return undefined;
      if (name !== undefined) seen.add(name);
      source += part;
    }
  }
  if (!seen.has('year') && !seen.has('short')) return undefined;
  const pattern = new RegExp(`^${source}$`);
  return (text) => {
    const groups = pattern.exec(text.trim())?.groups;
    return groups && momentOfParts(groups);
  };
}

function momentOfParts(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const number = (name: string, usual: number) => (parts[name] === undefined ? usual : Number(parts[name]));
  const short = number('short', 0);
  const year = parts.year === undefined ? short + (short < 69 ? 2000 : 1900) : Number(parts.year);
  const month = parts.named ? MONTHS.indexOf(parts.named.slice(0, 3).toLowerCase()) : number('month', 1) - 1;
  const half = parts.half?.toLowerCase() === 'pm' ? 12 : 0;
  const hour = parts.twelve === undefined ? number('hour', 0) : (Number(parts.twelve) % 12) + half;
  const [day, minute, second] = [number('day', 1), number('minute', 0), number('second', 0)];
  const milliseconds = Math.floor(Number((parts.fraction ?? '0').padEnd(6, '0')) / 1000);
  const made = new Date(Date.UTC(year, month, day, hour, minute, second, milliseconds));
  // 31 February would quietly become March.
  if (made.getUTCMonth() !== month || made.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(parts.zone ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return made.getTime() - (sign === '-' ? -offset : offset);
}

/** Whether two formats disagree on which comes first, the day or the month. */
export function otherOrder(one: string, other: string): boolean {
  const order = (format: string) => [...format.matchAll(/%([mdbB])/g)].map(([, part]) => (part === 'd' ? 'd' : 'm'));
  const [a, b] = [order(one), order(other)];
  return a.length === 2 && b.length === 2 && a.join('') !== b.join('');
}
