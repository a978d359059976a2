import type { Generated, Selectable } from 'kysely';

interface TrackedRowTable {
  deployment_id: string;
  association_id: string;
  package_id: string;
  distance: number;
  organization_id: string;
  model_id: string;
  batch_id: string;
  predicted_at: Date;
  predicted: number[];
  decided: number | null;
  segments: string[];
  /** When it was made, where it counts under another time. */
  noted_at: Date | null;
}

interface ActualTable {
  deployment_id: string;
  association_id: string;
  organization_id: string;
  value: string;
  was_acted_on: boolean | null;
  happened_at: Date | null;
  received_at: Date;
  /** Found in a later request; gives way to what somebody sends. */
  automatic: Generated<boolean>;
}

interface AccuracyTable {
  deployment_id: string;
  package_id: string;
  batch_id: string;
  segment_attribute: string;
  segment_value: string;
  hour: Date;
  organization_id: string;
  model_id: string;
  rows: number;
  matched: number;
  sums: Buffer;
}

interface StaleTable {
  deployment_id: string;
  package_id: string;
  batch_id: string;
  hour: Date;
  organization_id: string;
}

interface ActualsStateTable {
  deployment_id: string;
  organization_id: string;
  last_at: Date | null;
  taking_since: Date;
  taken: number;
  revision: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_rows: TrackedRowTable;
    monitoring_actuals: ActualTable;
    monitoring_accuracy: AccuracyTable;
    monitoring_accuracy_stale: StaleTable;
    monitoring_actuals_state: ActualsStateTable;
  }
}

export type TrackedRow = Selectable<TrackedRowTable>;

/** When a prediction was made: of several for one id the latest counts. */
export const madeAt = ({ noted_at, predicted_at }: TrackedRow): number => (noted_at ?? predicted_at).getTime();
export type AccuracyRow = Selectable<AccuracyTable>;
export type StaleRow = Selectable<StaleTable>;
