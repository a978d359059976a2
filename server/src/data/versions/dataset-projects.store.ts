import { type SharedKind, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';

/** Projects are shared by themselves: a dataset tells only of those the caller may see. */
export const PROJECT: SharedKind = { type: 'project', title: 'project', listedAt: 'projects/' };

/** For the projects room, in the transaction that makes a project of a version. */
export const noteProject = (tx: Tx, versionId: string, projectId: string, now: Date) =>
  tx
    .insertInto('dataset_projects')
    .values({ version_id: versionId, project_id: projectId, created_at: now })
    .onConflict((conflict) => conflict.columns(['version_id', 'project_id']).doNothing())
    .execute();

/** For the projects room, when a project is gone. */
export const forgetProject = (tx: Tx, projectId: string) =>
  tx.deleteFrom('dataset_projects').where('project_id', '=', projectId).execute();

export async function datasetProjects(
  ctx: Pick<Ctx, 'actor'> & { readonly db: { readonly queries: Queries } },
  of: { readonly datasetId: string; readonly versionId?: string | undefined },
  window: { readonly offset: number; readonly limit: number },
) {
  let mine = ctx.db.queries
    .selectFrom('dataset_projects')
    .innerJoin('dataset_versions', 'dataset_versions.id', 'dataset_projects.version_id')
    .innerJoin('datasets', 'datasets.id', 'dataset_versions.dataset_id')
    .where('datasets.organization_id', '=', ctx.actor.organizationId)
    .where('datasets.id', '=', of.datasetId)
    .where('dataset_projects.project_id', 'in', visibleTo(ctx, PROJECT));
  if (of.versionId !== undefined) mine = mine.where('dataset_versions.id', '=', of.versionId);
  const rows = await mine
    .select('dataset_projects.project_id as id')
    .groupBy('dataset_projects.project_id')
    .orderBy('dataset_projects.project_id', 'desc')
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  const { total } = await mine
    .select(({ fn }) => fn.count<number>('dataset_projects.project_id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
