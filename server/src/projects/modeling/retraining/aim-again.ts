import type { Ctx } from '#platform/context.ts';
import { featureListStore } from '../../core/features/feature-list.store.ts';
import { type Aim, AimBody } from '../../core/project/aim.schema.ts';
import { hadWork, hasOpenWork } from '../../core/project/open-work.store.ts';
import { createFeatureList } from '../../data/features/feature-lists.ts';
import { detectJob } from '../../data/multiseries/detect.job.ts';
import { startDetection } from '../../data/multiseries/multiseries.ts';
import { projectStatus } from '../../lifecycle/project-status.ts';
import { setAim } from '../aim/aim.ts';

const LIST_NAME = 'Features of the champion';

interface Again {
  readonly aim: Aim;
  /** Columns to learn from, where they are not all that say something. */
  readonly features?: readonly string[];
}

/**
 * Sets the target of a fresh project as it was set in another. Begins what has not begun; true once it is set, false
 * before: call it until then.
 */
export async function aimAgain(ctx: Ctx, projectId: string, { aim, features }: Again): Promise<boolean> {
  const { stage } = await projectStatus(ctx, projectId);
  if (stage === 'eda2' || stage === 'modeling') return true;
  const { queries } = ctx.db;
  if (stage === 'eda' || (await hasOpenWork(queries, projectId, [detectJob.name]))) return false;
  const { datetimePartitionColumn, multiseriesIdColumns } = aim;
  const manySeries = datetimePartitionColumn !== undefined && multiseriesIdColumns !== undefined;
  if (manySeries && !(await hadWork(queries, projectId, [detectJob.name]))) {
    await startDetection(ctx, projectId, { datetimePartitionColumn, multiseriesIdColumns });
    return false;
  }
  const featurelistId = features && (await listOf(ctx, projectId, features));
  await setAim(ctx, projectId, AimBody.parse({ ...aim, ...(featurelistId ? { featurelistId } : {}) }));
  return true;
}

/** Made once; refused when the new data lack a column. */
async function listOf(ctx: Ctx, projectId: string, features: readonly string[]): Promise<string> {
  const lists = featureListStore(ctx.db.queries);
  const known = () => lists.byName(projectId, 'input', LIST_NAME);
  const before = await known();
  if (before !== undefined) return before.id;
  const wish = { name: LIST_NAME, features: [...features], skipDatetimePartitionColumn: false };
  await createFeatureList(ctx, projectId, 'input', wish);
  return (await known())?.id ?? '';
}
