import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { CredentialProblems } from './data-store.problems.ts';
import type { AssociationRow, CredentialRow } from './data-stores.tables.ts';

interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
  readonly orderBy: string;
}

const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

async function refuseTakenName<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = (error as { constraint?: string }).constraint === 'credentials_owner_id_name_key_key';
    if (taken) refuse(CredentialProblems.nameTaken, name);
    throw error;
  }
}

/** Every question names the owner: credentials are one person's. */
export const credentialStore = (db: Queries) => ({
  insert: (row: Omit<CredentialRow, 'name_key'>) =>
    refuseTakenName(
      db
        .insertInto('credentials')
        .values({ ...row, name_key: nameKey(row.name) })
        .execute(),
      row.name,
    ),

  byId: (owner: Owner, id: string): Promise<CredentialRow | undefined> =>
    db
      .selectFrom('credentials')
      .selectAll()
      .where('organization_id', '=', owner.organizationId)
      .where('owner_id', '=', owner.userId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async page(owner: Owner, types: readonly string[] | undefined, { offset, limit, orderBy }: Window) {
    let mine = db
      .selectFrom('credentials')
      .where('organization_id', '=', owner.organizationId)
      .where('owner_id', '=', owner.userId);
    if (types !== undefined) mine = mine.where('credential_type', 'in', types as CredentialRow['credential_type'][]);
    const rows: CredentialRow[] = await mine
      .selectAll()
      .orderBy(orderBy.endsWith('name') ? 'name_key' : 'created_at', orderBy.startsWith('-') ? 'desc' : 'asc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  },

  change: (id: string, change: Partial<Pick<CredentialRow, 'name' | 'description' | 'sealed'>>) =>
    refuseTakenName(
      db
        .updateTable('credentials')
        .set({ ...change, ...(change.name === undefined ? {} : { name_key: nameKey(change.name) }) })
        .where('id', '=', id)
        .execute(),
      change.name ?? '',
    ),

  delete: (id: string) => db.deleteFrom('credentials').where('id', '=', id).execute(),
});

export const associationStore = (db: Queries) => ({
  /** A default replaces the one before it. */
  async put(row: AssociationRow): Promise<void> {
    if (row.is_default) {
      await db
        .updateTable('credential_associations')
        .set({ is_default: false })
        .where('owner_id', '=', row.owner_id)
        .where('data_store_id', '=', row.data_store_id)
        .execute();
    }
    await db
      .insertInto('credential_associations')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['credential_id', 'data_store_id']).doUpdateSet({ is_default: row.is_default }),
      )
      .execute();
  },

  remove: (credentialId: string, dataStoreId: string) =>
    db
      .deleteFrom('credential_associations')
      .where('credential_id', '=', credentialId)
      .where('data_store_id', '=', dataStoreId)
      .execute(),

  ofCredential: (credentialId: string): Promise<AssociationRow[]> =>
    db
      .selectFrom('credential_associations')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .orderBy('data_store_id')
      .execute(),

  /** The credentials of this person for the data store, the default one first. */
  forDataStore: (owner: Owner, dataStoreId: string): Promise<(CredentialRow & { is_default: boolean })[]> =>
    db
      .selectFrom('credential_associations')
      .innerJoin('credentials', 'credentials.id', 'credential_associations.credential_id')
      .selectAll('credentials')
      .select('credential_associations.is_default')
      .where('credential_associations.owner_id', '=', owner.userId)
      .where('credential_associations.data_store_id', '=', dataStoreId)
      .orderBy('is_default', 'desc')
      .orderBy('name_key')
      .execute(),
});
