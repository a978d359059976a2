import type { Ctx } from '#platform/context.ts';
import { autopilotStore } from '../core/project/autopilot-run.store.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import type { Stage } from '../core/project/project.tables.ts';
import { reconcile } from '../queue/project-queue.ts';
import { reopened } from './reopen.ts';

const DESCRIPTIONS: Readonly<Record<Stage, string>> = {
  eda: 'Reading the data',
  aim: 'Ready for a target',
  eda2: 'Analysing the data with the target',
  modeling: 'Ready for modeling',
};

/** What clients ask again and again while they wait: also the moment to notice jobs whose worker was lost for good. */
export async function projectStatus(ctx: Ctx, id: string) {
  const project = await reopened(ctx, await getProjectOrThrow(ctx, id, 'read'));
  if (project.stage === 'modeling') await reconcile(ctx, id);
  const runs = await autopilotStore(ctx.db.queries).runs(id);
  const autopilotDone = project.stage === 'modeling' && runs.every(({ stage, paused }) => stage === 'done' || paused);
  return { autopilotDone, stage: project.stage, stageDescription: DESCRIPTIONS[project.stage] };
}
