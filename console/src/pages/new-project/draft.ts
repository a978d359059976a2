/** How rows are held back to judge models. */
const KINDS = ['series', 'dated', 'rows'] as const;
export const METHODS = ['random', 'stratified', 'group'] as const;
const MODES = ['quick', 'auto', 'comprehensive', 'manual'] as const;

/** What was chosen so far. It lives in the address, so that a reload loses nothing and a link can be shared. */
export interface Draft {
  readonly target?: string;
  readonly kind?: (typeof KINDS)[number];
  readonly date?: string;
  /** Series ID columns; several make one ID together. */
  readonly series?: readonly string[];
  /** The unit of the data's step: what all windows are counted in. */
  readonly unit?: string;
  readonly step?: number;
  readonly deriveFrom?: number;
  readonly deriveTo?: number;
  readonly forecastFrom?: number;
  readonly forecastTo?: number;
  readonly known?: readonly string[];
  /** The id of a calendar. */
  readonly calendar?: string;
  readonly backtests?: number;
  /** In units; 0 lets the platform choose. */
  readonly validation?: number;
  readonly gap?: number;
  readonly holdout?: boolean;
  readonly method?: (typeof METHODS)[number];
  readonly group?: string;
  readonly folds?: number;
  readonly holdoutPct?: number;
  readonly mode?: (typeof MODES)[number];
  readonly metric?: string;
  readonly workers?: number;
  readonly blend?: boolean;
}

/** What is chosen anew; `undefined` takes a choice back. */
export type DraftChange = { readonly [Name in keyof Draft]?: Draft[Name] | undefined };

const texts = ['target', 'date', 'unit', 'group', 'metric', 'calendar'] as const;
const numbers = [
  'step',
  'deriveFrom',
  'deriveTo',
  'forecastFrom',
  'forecastTo',
  'backtests',
  'validation',
  'gap',
  'folds',
  'holdoutPct',
  'workers',
] as const;
const flags = ['holdout', 'blend'] as const;
const choices = { kind: KINDS, method: METHODS, mode: MODES } as const;

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : [];

/** Reads from a URL what makes sense, and leaves the rest. */
export function readDraft(found: unknown): Draft {
  if (typeof found !== 'object' || found === null) return {};
  const said = found as Readonly<Record<string, unknown>>;
  const pick = (names: readonly string[], fits: (value: unknown) => boolean) =>
    names.filter((name) => fits(said[name])).map((name) => [name, said[name]] as const);
  const chosen = Object.entries(choices).filter(([name, known]) => (known as readonly unknown[]).includes(said[name]));
  const known = namesIn(said.known);
  // Addresses of earlier versions name one column.
  const series = typeof said.series === 'string' ? namesIn([said.series]) : namesIn(said.series);
  return Object.fromEntries([
    ...pick(texts, (value) => typeof value === 'string' && value !== ''),
    ...pick(numbers, Number.isSafeInteger),
    ...pick(flags, (value) => typeof value === 'boolean'),
    ...chosen.map(([name]) => [name, said[name]] as const),
    ...(known.length > 0 ? [['known', known] as const] : []),
    ...(series.length > 0 ? [['series', series] as const] : []),
  ]) as Draft;
}
