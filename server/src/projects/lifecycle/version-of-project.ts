import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { ProjectProblems } from '../core/project/project.problems.ts';
import { projectStore } from '../core/project/project.store.ts';

/** The version of a dataset a project was made of, for whoever may use its data. */
export async function versionOfProject({ actor, db }: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<string> {
  await requireRole({ actor, db }, { kind: PROJECT, id }, 'use');
  const row = await projectStore(db.queries).byId(actor.organizationId, id);
  return row?.dataset_version_id ?? refuse(ProjectProblems.noSuchProject, id);
}
