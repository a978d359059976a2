import type { TimeUnit } from '@almanac/engine';
import type { Selectable } from 'kysely';

interface DetectionTable {
  project_id: string;
  date_column: string;
  id_columns: string[];
  eligible: boolean;
  time_unit: TimeUnit | null;
  time_step: number | null;
  series: number;
  reasons: string[];
  detected_at: Date;
}

interface CrossSeriesTable {
  project_id: string;
  id_column: string;
  group_column: string;
  eligibility: string;
  analysed_at: Date;
}

interface SeriesTable {
  project_id: string;
  number: number;
  name: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    multiseries_detections: DetectionTable;
    cross_series_columns: CrossSeriesTable;
    project_series: SeriesTable;
  }
}

export type DetectionRow = Selectable<DetectionTable>;
