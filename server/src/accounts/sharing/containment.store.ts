import type { Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { visibleIds } from './grant.store.ts';
import type { Resource } from './kind.ts';
import type { ContainmentTable } from './sharing.tables.ts';

export type ContainmentRow = Selectable<ContainmentTable>;

export const containmentStore = (db: Queries) => ({
  /** The row that was there, when it was. */
  put: (row: ContainmentRow): Promise<ContainmentRow> =>
    db
      .insertInto('containments')
      .values(row)
      .onConflict((conflict) =>
        // Writing a value onto itself makes the row that was there come back.
        conflict
          .columns(['container_type', 'container_id', 'resource_type', 'resource_id'])
          .doUpdateSet(({ ref }) => ({ put_by: ref('containments.put_by') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  inside: (
    organizationId: string,
    resourceType: string,
    containerType: string,
    visible: ReturnType<typeof visibleIds>,
    containerIds: readonly string[],
  ) =>
    db
      .selectFrom('containments')
      .select('resource_id')
      .where('organization_id', '=', organizationId)
      .where('resource_type', '=', resourceType)
      .where('container_type', '=', containerType)
      .where('container_id', 'in', containerIds.length > 0 ? [...containerIds] : [''])
      .where('container_id', 'in', visible),

  async takeOut(organizationId: string, container: Resource, thing: Resource): Promise<boolean> {
    const gone = await db
      .deleteFrom('containments')
      .where('organization_id', '=', organizationId)
      .where('container_type', '=', container.kind.type)
      .where('container_id', '=', container.id)
      .where('resource_type', '=', thing.kind.type)
      .where('resource_id', '=', thing.id)
      .executeTakeFirst();
    return gone.numDeletedRows > 0n;
  },

  /** Everything a container holds, or everything that holds a thing, forgotten: when it is removed for good. */
  forget: async (organizationId: string, { kind, id }: Resource): Promise<void> => {
    await db
      .deleteFrom('containments')
      .where('organization_id', '=', organizationId)
      .where(({ or, and, eb }) =>
        or([
          and([eb('container_type', '=', kind.type), eb('container_id', '=', id)]),
          and([eb('resource_type', '=', kind.type), eb('resource_id', '=', id)]),
        ]),
      )
      .execute();
  },
});
