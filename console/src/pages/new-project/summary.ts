import { defaultMetric, USUAL, windowsOf } from './aim-of.ts';
import type { Draft } from './draft.ts';

const plural = (count: number, word: string) => `${count} ${word}${Math.abs(count) === 1 ? '' : 's'}`;

function timeLines(draft: Draft, calendar: string | undefined) {
  const { kind, date, series, unit = 'DAY', known = [] } = draft;
  const word = unit.toLowerCase();
  const { deriveFrom, deriveTo, forecastFrom, forecastTo } = windowsOf(draft);
  const backtests = draft.backtests ?? USUAL.backtests;
  return [
    { name: 'Date', value: date ?? 'not chosen' },
    ...(kind === 'series'
      ? [
          { name: 'Series', value: series?.join(', ') ?? 'one series' },
          { name: 'Looks back', value: `${deriveFrom} to ${deriveTo} ${word}s from the forecast point` },
          { name: 'Forecasts', value: `${forecastFrom} to ${plural(forecastTo, word)} ahead` },
          { name: 'Known in advance', value: known.length > 0 ? known.join(', ') : 'nothing' },
          { name: 'Calendar', value: draft.calendar === undefined ? 'none' : (calendar ?? draft.calendar) },
        ]
      : []),
    {
      name: 'Evaluated on',
      value: `${plural(backtests, 'backtest')}${draft.holdout === false ? '' : ' and a holdout'}`,
    },
    ...(draft.gap ? [{ name: 'Gap', value: plural(draft.gap, word) }] : []),
  ];
}

const rowLines = ({ method, group, folds = 5, holdoutPct = 20 }: Draft) => [
  {
    name: 'Evaluated on',
    value: `${folds} folds (${method === 'group' ? `whole groups of ${group}` : (method ?? 'default')}) and a holdout of ${holdoutPct} %`,
  },
];

interface Names {
  /** Of the calendar that was chosen. */
  readonly calendar?: string | undefined;
  /** Of the metrics that fit the target. */
  readonly metrics?: readonly string[] | undefined;
}

/** Everything a draft says, as lines to read before starting. */
export function summary(
  draft: Draft,
  { calendar, metrics }: Names = {},
): readonly { readonly name: string; readonly value: string }[] {
  const kinds = { series: 'Time series', dated: 'Date-ordered (out-of-time validation)', rows: 'No time component' };
  return [
    { name: 'Target', value: draft.target ?? 'not chosen' },
    { name: 'Project type', value: draft.kind === undefined ? 'not chosen' : kinds[draft.kind] },
    ...(draft.kind === 'rows' || draft.kind === undefined ? rowLines(draft) : timeLines(draft, calendar)),
    { name: 'Mode', value: modeTexts[draft.mode ?? 'quick'].name },
    { name: 'Metric', value: draft.metric ?? defaultMetric(draft, metrics) },
    { name: 'Blends', value: draft.blend === false ? 'no' : 'yes' },
    { name: 'Workers', value: draft.workers === undefined ? 'All available' : String(draft.workers) },
  ];
}

export type Mode = NonNullable<Draft['mode']>;

export const modeTexts: Readonly<Record<Mode, { readonly name: string; readonly about: string }>> = {
  quick: { name: 'Quick', about: 'The models that usually win, once. Minutes for most tables.' },
  auto: { name: 'Autopilot', about: 'More kinds of models, then blends of the best.' },
  comprehensive: { name: 'Comprehensive', about: 'Every model there is, tuned. Takes longest.' },
  manual: { name: 'Manual', about: 'Nothing starts by itself: you train blueprints one by one.' },
};
