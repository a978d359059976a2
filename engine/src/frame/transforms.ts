import { categoricalColumn, numericColumn, textColumn } from './build-columns.ts';
import { type Column, type Frame, frame } from './frame.ts';

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;

const PARTS = {
  year: (date: Date) => date.getUTCFullYear(),
  yearDay: dayOfYear,
  month: (date: Date) => date.getUTCMonth() + 1,
  monthDay: (date: Date) => date.getUTCDate(),
  week: (date: Date) => Math.floor((dayOfYear(date) - 1) / 7) + 1,
  weekDay: (date: Date) => (date.getUTCDay() + 6) % 7,
};
type DatePart = keyof typeof PARTS;
export const DATE_PARTS = ['year', 'yearDay', 'month', 'monthDay', 'week', 'weekDay'] as const;

/** How a feature is made of another one. */
export type Transform =
  | { readonly kind: 'text' }
  | { readonly kind: 'category'; readonly replacement: string | null; readonly wholeNumbers: boolean }
  | { readonly kind: 'number'; readonly replacement: number | null }
  | { readonly kind: 'date part'; readonly part: DatePart };

export interface DerivedFeature {
  readonly name: string;
  readonly parent: string;
  readonly transform: Transform;
}

/** The table with the transformed features beside its own columns. */
export function withTransforms(table: Frame, derived: readonly DerivedFeature[]): Frame {
  // A feature may be made of one that was made before it.
  const known = new Map(table.columns.map((one) => [one.name, one]));
  const made: Column[] = [];
  for (const { name, parent, transform } of derived) {
    const source = known.get(parent);
    if (source === undefined) continue;
    const feature = transformColumn(source, name, transform);
    known.set(name, feature);
    made.push(feature);
  }
  return made.length === 0 ? table : frame([...table.columns, ...made]);
}

export function transformColumn(source: Column, name: string, how: Transform): Column {
  const texts = textsOf(source);
  switch (how.kind) {
    case 'text':
      return textColumn(name, texts);
    case 'category':
      return categoricalColumn(
        name,
        texts.map((text) => {
          if (text === null) return how.replacement;
          return how.wholeNumbers && Number.isFinite(Number(text)) ? String(Math.trunc(Number(text))) : text;
        }),
      );
    case 'number':
      return numericColumn(
        name,
        texts.map((text) => numberOf(text) ?? how.replacement),
      );
    case 'date part':
      return numericColumn(
        name,
        timesOf(source).map((time) => (Number.isNaN(time) ? null : PARTS[how.part](new Date(time)))),
      );
  }
}

function textsOf(source: Column): (string | null)[] {
  if (source.kind === 'text') return [...source.values];
  if (source.kind === 'categorical') return Array.from(source.codes, (code) => source.levels[code] ?? null);
  const show = source.kind === 'date' ? (value: number) => new Date(value).toISOString() : String;
  return Array.from(source.values, (value) => (Number.isNaN(value) ? null : show(value)));
}

/** Amounts, percentages and thousands are written in many ways; what is left after their signs is the number. */
function numberOf(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text.replace(/[\s,$€£%]/g, ''));
  return Number.isFinite(value) ? value : null;
}

const timesOf = (source: Column): number[] =>
  source.kind === 'date' ? Array.from(source.values) : textsOf(source).map((text) => Date.parse(text ?? ''));
