import type { z } from 'zod';
import type { Run } from './policy.schema.ts';
import type { RunRow } from './retraining.tables.ts';

export const toRun = (row: RunRow): z.input<typeof Run> => ({
  id: row.id,
  status: row.status,
  startTime: row.started_at.toISOString(),
  finishTime: row.finished_at?.toISOString() ?? null,
  errorMessage: row.error,
  challengerId: row.challenger_id,
  modelPackageId: row.package_id,
  projectId: row.project_id,
});
