import type { z } from 'zod';
import { accessTo, USE_CASE, type UseCaseEntity } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { peopleStore, toPerson } from './people.store.ts';
import type { UseCase } from './use-case.schema.ts';
import { type CountedUseCase, useCaseStore } from './use-case.store.ts';

/** Rows as the wire shows them, with everybody they name. */
export async function toUseCases(
  ctx: Ctx,
  entities: readonly UseCaseEntity[],
  rows: readonly CountedUseCase[],
): Promise<z.infer<typeof UseCase>[]> {
  const { organizationId } = ctx.actor;
  const ids = rows.map(({ id }) => id);
  const store = peopleStore(ctx.db.queries);
  const [named, members, models] = await Promise.all([
    store.byId(
      organizationId,
      rows.flatMap((row) => [row.created_by, row.updated_by]),
    ),
    store.members(organizationId, ids),
    useCaseStore(ctx.db.queries, entities).models(organizationId, ids),
  ]);
  return Promise.all(
    rows.map(async (row) => {
      const people = members.filter(({ use_case_id }) => use_case_id === row.id);
      const count = (collection: string): number => row.counts[collection] ?? 0;
      return {
        id: row.id,
        name: row.name,
        description: row.description,
        createdAt: row.created_at.toISOString(),
        created: toPerson(row.created_by, named.get(row.created_by)),
        updatedAt: row.updated_at.toISOString(),
        updated: toPerson(row.updated_by, named.get(row.updated_by)),
        modelsCount: models.get(row.id) ?? 0,
        projectsCount: count('projects'),
        datasetsCount: count('datasets'),
        recipesCount: count('recipes'),
        filesCount: count('files'),
        notebooksCount: count('notebooks'),
        applicationsCount: count('applications'),
        customApplicationsCount: count('customApplications'),
        deploymentsCount: count('deployments'),
        playgroundsCount: count('playgrounds'),
        vectorDatabasesCount: count('vectorDatabases'),
        registeredModelVersionsCount: count('registeredModelVersions'),
        owners: people.filter(({ role }) => role === 'OWNER').map((person) => toPerson(person.id, person)),
        members: people.map((person) => toPerson(person.id, person)),
        role: (await accessTo(ctx, { kind: USE_CASE, id: row.id }))?.role ?? 'OBSERVER',
      };
    }),
  );
}
