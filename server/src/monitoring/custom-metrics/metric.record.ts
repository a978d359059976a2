import type { z } from 'zod';
import type { Metric } from './metric.schema.ts';
import type { MetricRow } from './metric.tables.ts';

export const toMetric = (row: MetricRow): z.infer<typeof Metric> => ({
  id: row.id,
  name: row.name,
  isModelSpecific: row.is_model_specific,
  ...row.definition,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by },
});
