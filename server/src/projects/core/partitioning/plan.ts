import type { Panel, PanelSettings, TargetShape, Task, TimeGrid, Windows } from '@almanac/engine';

/**
 * One judgement on the past, in cells of the project's time grid: learn up to `trainEnd`, forecast from every forecast
 * point, evaluate the cells of [`from`, `to`).
 */
export interface SeriesPart {
  /** backtest_0 is the newest; `holdout` lies after it. */
  readonly name: string;
  readonly trainStart: number;
  readonly trainEnd: number;
  readonly points: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Training and validation rows by part. */
export type RowCounts = Readonly<Record<string, { readonly training: number; readonly validation: number }>>;

/** Everything decided about a forecasting project that does not depend on a model. */
export interface SeriesPlan {
  readonly kind: 'series';
  readonly panel: PanelSettings;
  /** `own end`: a series that ends earlier is evaluated as many steps before its own end; `calendar`: dates were given. */
  readonly alignment: 'own end' | 'calendar';
  readonly grid: TimeGrid;
  readonly firstCell: number;
  readonly lastCell: number;
  readonly windows: Windows;
  readonly periods: readonly number[];
  readonly shape: TargetShape;
  readonly parts: readonly SeriesPart[];
  /** Whether features over all series are derived. */
  readonly crossSeries: boolean;
  /** Column whose values group the series for them, and whether they are sums instead of means. */
  readonly crossSeriesGroup?: string;
  readonly crossSeriesTotal?: boolean;
  /** Whether series with less history than the derivation window may be forecast. */
  readonly partialHistory: boolean;
  /** Blob with the events of the calendar, when there is one. */
  readonly eventsKey?: string;
  readonly rowCounts: RowCounts;
  readonly totalRows: number;
  readonly seed: number;
}

interface PartSizes {
  readonly folds: number;
  readonly validation: number;
  readonly holdout: number;
}

/** How the rows of a table are shared out; the folds themselves follow from it, the seed and the rows. */
export type RowPartition =
  | ({ readonly method: 'random' | 'stratified' } & PartSizes)
  | ({ readonly method: 'group'; readonly column: string } & PartSizes)
  | {
      readonly method: 'user';
      readonly column: string;
      readonly kind: 'CV' | 'TVH';
      /** Counted in the data. */
      readonly folds: number;
      readonly training?: string;
      readonly validation?: string;
      readonly holdout?: string;
    }
  | {
      readonly method: 'datetime';
      readonly column: string;
      /** Newest first; ends are exclusive, in milliseconds. */
      readonly backtests: readonly TimeSpan[];
      readonly holdout?: TimeSpan;
    };

export interface TimeSpan {
  readonly trainStart: number;
  readonly trainEnd: number;
  readonly from: number;
  readonly to: number;
}

/** Everything decided about a project on rows. */
export interface TablePlan {
  readonly kind: 'table';
  readonly task: Task;
  readonly target?: string;
  /** Labels of the classes by number; for two classes the positive one is number 1. */
  readonly classes: readonly string[];
  readonly weights?: string;
  /** Columns models never see: the target, weights, partition columns. */
  readonly ignore: readonly string[];
  readonly partition: RowPartition;
  readonly rowCounts: RowCounts;
  readonly totalRows: number;
  readonly seed: number;
}

export type ProjectPlan = SeriesPlan | TablePlan;

export const isDated = (plan: ProjectPlan): boolean => plan.kind === 'series' || plan.partition.method === 'datetime';

export function partNamed({ parts }: SeriesPlan, name: string): SeriesPart {
  const part = parts.find((one) => one.name === name);
  if (part === undefined) throw new Error(`The plan has no part ${name}.`);
  return part;
}

/** Backtests (newest first) or folds, and whether there is a holdout. */
export function partNames(plan: ProjectPlan): { readonly evaluated: readonly string[]; readonly holdout: boolean } {
  if (plan.kind === 'series') {
    const names = plan.parts.map(({ name }) => name);
    return { evaluated: names.filter((name) => name !== 'holdout'), holdout: names.includes('holdout') };
  }
  const { partition } = plan;
  if (partition.method === 'datetime') {
    return { evaluated: partition.backtests.map((_, i) => `backtest_${i}`), holdout: partition.holdout !== undefined };
  }
  const evaluated = Array.from({ length: Math.max(1, partition.folds) }, (_, i) => `fold_${i}`);
  const holdout = partition.method === 'user' ? partition.holdout !== undefined : partition.holdout > 0;
  return { evaluated, holdout };
}

/** Cells a series must have before a forecast point to take part in it. */
const LEAST_HISTORY = 3;

type Axis = Pick<SeriesPlan, 'alignment' | 'lastCell'>;

/** How many cells of each series lie at or before a cell of the grid; 0 where too few do. */
export function lengthsAt(panel: Panel, axis: Axis, cell: number): Int32Array {
  return Int32Array.from(panel.series, ({ start, target }) => {
    const length =
      axis.alignment === 'own end' ? target.length - (axis.lastCell - cell) : Math.min(target.length, cell - start + 1);
    return length >= LEAST_HISTORY ? length : 0;
  });
}

/** The first cell at or after a time. Cells are found by halving, because months differ in length. */
export function cellAt(axis: Pick<CellAxis, 'first' | 'last' | 'timeOf'>, time: number): number {
  let low = axis.first;
  let high = axis.last + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (axis.timeOf(middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cells the data lie in. */
export interface CellAxis {
  readonly first: number;
  readonly last: number;
  /** Cells of the series in the middle. */
  readonly typicalLength: number;
  timeOf(cell: number): number;
}
