import type { Platform } from '#platform/context.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';
import { projectBlobs } from '../engine/project-blobs.ts';
import { stableId } from '../queue/step.ts';
import { insightStore } from './insight.store.ts';
import type { InsightKind } from './insight.tables.ts';

export interface NewInsight {
  readonly kind: InsightKind;
  readonly modelId: string;
  readonly source: string;
  /** What tells it from others of its kind, model and source; nothing when there is one only. */
  readonly mark?: string | number;
  readonly asked?: unknown;
  readonly content?: unknown;
  readonly rowCount: number;
  readonly rowsKey?: string;
}

/** The same for the same question, so that a job that runs twice writes one row. */
export const insightId = ({ kind, modelId, source, mark }: Omit<NewInsight, 'rowCount'>): string =>
  stableId(modelId, kind, source, mark ?? '');

/** Among the files of the model: they go when it goes. */
export const insightKey = (projectId: string, modelId: string, id: string): string =>
  `${projectBlobs(projectId).prefix}models/${modelId}/insights/${id}`;

export async function saveInsight(
  platform: Platform,
  project: ProjectRow,
  run: JobRun,
  made: NewInsight,
): Promise<string> {
  const id = insightId(made);
  await insightStore(platform.db.queries).put({
    id,
    project_id: project.id,
    organization_id: project.organization_id,
    model_id: made.modelId,
    kind: made.kind,
    source: made.source,
    asked: made.asked ?? {},
    content: made.content ?? {},
    row_count: made.rowCount,
    rows_key: made.rowsKey ?? null,
    created_by: run.actor.userId,
    created_at: platform.now(),
  });
  return id;
}
