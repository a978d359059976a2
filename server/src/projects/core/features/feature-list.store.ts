import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import { catalogue, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import type { ProjectRow } from '../project/project.store.ts';

export const FeatureListProblems = catalogue({
  noSuchList: notFound(
    'projects.no_such_featurelist',
    (id: string) => `The project has no feature list ${id}. GET featurelists/ lists them.`,
  ),
  nameTaken: unprocessable(
    'projects.featurelist_name_taken',
    (name: string) => `The project has a feature list ${JSON.stringify(name)} already. Choose another name.`,
  ),
  madeByUs: unprocessable(
    'projects.featurelist_made_by_platform',
    (name: string) => `${JSON.stringify(name)} was made by the platform and cannot be changed. Make one of your own.`,
  ),
});

export type ListKind = 'input' | 'modeling';

interface FeatureListTable {
  id: string;
  project_id: string;
  kind: ListKind;
  name: string;
  description: string | null;
  features: string[];
  is_user_created: boolean;
  created_by: string;
  created_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    project_featurelists: FeatureListTable;
  }
}

export type FeatureListRow = Selectable<FeatureListTable>;

/** A list made by the platform. */
export const platformList = (
  { id, created_by }: Pick<ProjectRow, 'id' | 'created_by'>,
  kind: ListKind,
  name: string,
  description: string,
  features: string[],
  now: Date,
): FeatureListRow => ({
  ...{ id: newId(now), project_id: id, kind, name, description, features },
  ...{ is_user_created: false, created_by, created_at: now },
});

export const RAW = 'Raw Features';

export const INFORMATIVE = 'Informative Features';

export type CountedList = FeatureListRow & { readonly models: number };

async function namingClash<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = (error as { constraint?: string }).constraint === 'project_featurelists_project_id_kind_name_key';
    if (taken) refuse(FeatureListProblems.nameTaken, name);
    throw error;
  }
}

export const featureListStore = (db: Queries) => {
  const counted = (projectId: string) =>
    db
      .selectFrom('project_featurelists')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('models')
          .whereRef('models.featurelist_id', '=', 'project_featurelists.id')
          .where('models.status', '=', 'ready')
          .select(({ fn }) => fn.countAll<number>().as('models'))
          .as('models'),
      )
      .where('project_id', '=', projectId)
      .$narrowType<{ models: number }>();
  return {
    list: (projectId: string, kind: ListKind): Promise<CountedList[]> =>
      counted(projectId).where('kind', '=', kind).orderBy('created_at').orderBy('name').execute(),

    byId: (projectId: string, id: string): Promise<CountedList | undefined> =>
      counted(projectId).where('id', '=', id).executeTakeFirst(),

    byName: (projectId: string, kind: ListKind, name: string): Promise<CountedList | undefined> =>
      counted(projectId).where('kind', '=', kind).where('name', '=', name).executeTakeFirst(),

    insert: (row: FeatureListRow): Promise<FeatureListRow> =>
      namingClash(db.insertInto('project_featurelists').values(row).returningAll().executeTakeFirstOrThrow(), row.name),

    /** Lists of the platform: once, however often its job runs. */
    insertOnce: (rows: readonly FeatureListRow[]) =>
      db
        .insertInto('project_featurelists')
        .values([...rows])
        .onConflict((clash) => clash.columns(['project_id', 'kind', 'name']).doNothing())
        .execute(),

    change: (id: string, change: Pick<Updateable<FeatureListTable>, 'name' | 'description'>) =>
      namingClash(updateRows(db, 'project_featurelists', { id }, change), change.name ?? ''),

    delete: (id: string) => deleteRows(db, 'project_featurelists', { id }),
  };
};
