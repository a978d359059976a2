/** What every way to a calendar is given. */
export interface WayProps {
  /** The calendar is being made: what to follow. */
  readonly onBegun: (statusId: string) => void;
}
