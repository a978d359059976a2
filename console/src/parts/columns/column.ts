/** What is known about one column, wherever it was profiled. */
export interface Column {
  readonly name: string;
  readonly featureType: string;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly mean: number | string | null;
  readonly stdDev: number | string | null;
  readonly min: number | string | null;
  readonly median: number | string | null;
  readonly max: number | string | null;
  readonly plot?: readonly { readonly label: string; readonly count: number }[];
}
