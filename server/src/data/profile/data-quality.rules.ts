import { MISSING } from '../ingest/column.rules.ts';
import type { FeatureType, LowInformationReason, PlotBin, QualityIssue } from './profile.types.ts';
import type { CategoryStatistics, NumberCounts, NumberStatistics } from './statistics.rules.ts';

const ZERO_SHARE = 0.5;
const FEWEST_IDENTIFIERS = 20;
const NEARLY_ALL = 0.95;
const SENTINELS = new Set([-9999999, -999999, -99999, -9999, -999, -99, -9, -1, 99, 999, 9999, 99999, 999999, 9999999]);
const STAND_INS = new Set([
  ...MISSING,
  'unknown',
  'Unknown',
  'UNKNOWN',
  'missing',
  'Missing',
  'undefined',
  '--',
  '#REF!',
]);

/** More zeros than anything else, in numbers that are never negative and not only zeros. */
export const isZeroInflated = ({ min, present, zeros, unique }: NumberStatistics): boolean =>
  min === 0 && unique > 2 && zeros >= ZERO_SHARE * present;

interface Counted {
  readonly name: string;
  readonly featureType: FeatureType;
  readonly present: number;
  readonly unique: number;
  readonly uniqueIsExact: boolean;
}

/**
 * Columns a model cannot learn from. Identifiers are values that hardly repeat: codes and words always, whole numbers
 * only when they count the rows or are called an id, for a measurement is different in every row too.
 */
export function lowInformation(column: Counted, numbers?: NumberStatistics): LowInformationReason | null {
  const { name, featureType, present, unique, uniqueIsExact } = column;
  if (present === 0) return 'empty';
  if (unique === 1) return 'constant';
  const differ = unique >= (uniqueIsExact ? NEARLY_ALL : NEARLY_ALL - 0.05) * present;
  if (present < FEWEST_IDENTIFIERS || !differ) return null;
  if (featureType === 'Categorical') return 'identifier';
  if (featureType !== 'Numeric' || numbers === undefined || !numbers.whole) return null;
  const countsRows = numbers.max - numbers.min + 1 <= present * 1.01;
  return countsRows || /(^|[^a-z])(id|key|uuid|index)$/i.test(name) || /[a-z]I[dD]$/.test(name) ? 'identifier' : null;
}

export function numberIssues(statistics: NumberStatistics, counted: NumberCounts | undefined): QualityIssue[] {
  const issues: QualityIssue[] = [];
  if (isZeroInflated(statistics)) issues.push({ issue: 'excessZeros', count: statistics.zeros });
  const standIns = counted === undefined ? [] : findStandIns(counted, statistics.present);
  if (standIns.length > 0) {
    issues.push({
      issue: 'disguisedMissing',
      count: standIns.reduce((sum, { count }) => sum + count, 0),
      values: standIns.map(({ label }) => label),
    });
  }
  if (statistics.outliers > 0) issues.push({ issue: 'outliers', count: statistics.outliers });
  return issues;
}

/** Numbers people write for "unknown": at the edge, repeated, and away from all the others (or the only negative one). */
function findStandIns({ values, counts }: NumberCounts, present: number): PlotBin[] {
  const found: PlotBin[] = [];
  const edge = (at: number, next: number, far: number) => {
    const [value, neighbour, other, count] = [values[at], values[next], values[far], counts[at]];
    if (value === undefined || neighbour === undefined || other === undefined || count === undefined) return;
    if (values.length < 4 || !SENTINELS.has(value) || count < Math.max(5, 0.005 * present)) return;
    const away = Math.abs(value - neighbour) > Math.abs(neighbour - other) / 2;
    if (away || (value < 0 && neighbour >= 0)) found.push({ label: String(value), count });
  };
  edge(0, 1, values.length - 1);
  edge(values.length - 1, values.length - 2, 0);
  return found;
}

export function categoryIssues({ top }: CategoryStatistics): QualityIssue[] {
  const met = top.filter(({ label }) => STAND_INS.has(label.trim()) || label.trim() === '');
  if (met.length === 0 || met.length === top.length) return [];
  return [
    {
      issue: 'disguisedMissing',
      count: met.reduce((sum, { count }) => sum + count, 0),
      values: met.map(({ label }) => label),
    },
  ];
}
