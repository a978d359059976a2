import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { projectBlobs } from '../engine/project-files.ts';
import { enqueueOnce, jobAccepted } from '../queue/jobs.ts';
import { type Step, stableId } from '../queue/step.ts';
import { type InsightKind, insightStore } from './insight.store.ts';
import type { ScoredModel } from './model-parts.ts';

interface NewInsight {
  readonly kind: InsightKind;
  readonly modelId: string;
  readonly source: string;
  /** What tells it from others of its kind, model and source; nothing when there is one only. */
  readonly mark?: string | number;
  readonly asked?: unknown;
  readonly content?: unknown;
  readonly rowCount: number;
  readonly rowsKey?: string;
  /** Of rows in this data slice only. */
  readonly dataSliceId?: string | null;
}

/** The same for the same question, so that a job that runs twice writes one row. */
export const insightId = ({ kind, modelId, source, mark, dataSliceId }: Omit<NewInsight, 'rowCount'>): string =>
  stableId(modelId, kind, source, mark ?? '', ...(dataSliceId ? [dataSliceId] : []));

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
    data_slice_id: made.dataSliceId ?? null,
    created_by: run.actor.userId,
    created_at: platform.now(),
  });
  return id;
}

/** One more job of the project, unless the same one waits or runs. */
export const requestInsight = async <Input>(
  ctx: Ctx,
  { project, model }: ScoredModel,
  step: Step<Input>,
  input: Input,
  what: string,
): Promise<Reply> => jobAccepted(await enqueueOnce(ctx, step, input, { project, modelId: model.id, what }));

/** Clients take this for an invitation to read what is there: no job is named. */
export const alreadyComputed = (what: string): Problem =>
  new Problem(422, 'insights.already_computed', `${what} has been computed already. GET it.`, {
    extra: { errorName: 'JobAlreadyAdded', jobId: null },
  });
