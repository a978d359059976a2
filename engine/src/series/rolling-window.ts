/** The arrays the statistics of one window go to; undefined where one is not wanted. One shape, so that access is fast. */
export interface WindowTargets {
  readonly window: number;
  readonly mean: Float64Array | undefined;
  readonly std: Float64Array | undefined;
  readonly min: Float64Array | undefined;
  readonly max: Float64Array | undefined;
  readonly median: Float64Array | undefined;
  readonly slope: Float64Array | undefined;
}
