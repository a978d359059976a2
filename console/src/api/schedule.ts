/** When something runs, in UTC: lists of numbers, or `*` for each. */
export interface Schedule {
  readonly minute: readonly (number | string)[];
  readonly hour: readonly (number | string)[];
  readonly dayOfMonth: readonly (number | string)[];
  readonly month: readonly (number | string)[];
  /** Sunday is 0. */
  readonly dayOfWeek: readonly (number | string)[];
}
