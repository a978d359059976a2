import { type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { ProjectProblems } from './project.problems.ts';
import { projectStore } from './project.store.ts';
import type { ProjectRow } from './project.tables.ts';
import { endedUnborn } from './unborn-project.ts';

export const PROJECT: SharedKind = {
  type: 'project',
  title: 'project',
  listedAt: 'projects/',
};

/** The first line of every verb about a project: the row, when the caller may do that much with it. */
export async function getProjectOrThrow(
  ctx: Ctx,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
): Promise<ProjectRow> {
  await requireRole({ actor: ctx.actor, db: { queries: db } }, { kind: PROJECT, id }, need);
  const row = await projectStore(db).byId(ctx.actor.organizationId, id);
  // Not inside of a caller's transaction, which may hold the row.
  const gone = row === undefined || (db === ctx.db.queries && (await endedUnborn(ctx, row)));
  return gone ? refuse(ProjectProblems.noSuchProject, id) : row;
}

/** One that has a leaderboard. */
export async function getModelingProjectOrThrow(ctx: Ctx, id: string, need: Need): Promise<ProjectRow> {
  const row = await getProjectOrThrow(ctx, id, need);
  if (row.stage !== 'modeling') refuse(ProjectProblems.noTargetYet, row.stage);
  return row;
}
