import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, matching, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Actor } from '#platform/http/actor.ts';
import { readOrder, type Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { CredentialProblems } from './data-store.problems.ts';
import type { AssociationRow, CredentialRow } from './data-stores.tables.ts';

type Owner = Pick<Actor, 'organizationId' | 'userId'>;

interface CredentialQuery extends Window {
  readonly types?: readonly string[] | undefined;
  readonly orderBy: string;
}

const ownedBy = ({ organizationId, userId }: Owner) => ({ organization_id: organizationId, owner_id: userId });

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

  byId: (owner: Owner, id: string) => findRow(db, 'credentials', { ...ownedBy(owner), id }),

  page(owner: Owner, query: CredentialQuery) {
    let mine = db
      .selectFrom('credentials')
      .selectAll()
      .where(matching(ownedBy(owner)));
    if (query.types !== undefined)
      mine = mine.where('credential_type', 'in', query.types as CredentialRow['credential_type'][]);
    const { field, direction } = readOrder(query.orderBy);
    return pageOfRows(mine.orderBy(field === 'name' ? 'name_key' : 'created_at', direction).orderBy('id'), query);
  },

  change: (id: string, change: Partial<Pick<CredentialRow, 'name' | 'description' | 'sealed'>>) => {
    const named = change.name === undefined ? {} : { name_key: nameKey(change.name) };
    return refuseTakenName(updateRows(db, 'credentials', { id }, { ...change, ...named }), change.name ?? '');
  },

  delete: (id: string) => deleteRows(db, 'credentials', { id }),
});

export const associationStore = (db: Queries) => ({
  /** A default replaces the one before it. */
  async put(row: AssociationRow): Promise<void> {
    const { owner_id, data_store_id, is_default } = row;
    if (is_default) await updateRows(db, 'credential_associations', { owner_id, data_store_id }, { is_default: false });
    await db
      .insertInto('credential_associations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['credential_id', 'data_store_id']).doUpdateSet({ is_default }))
      .execute();
  },

  remove: (credentialId: string, dataStoreId: string) =>
    deleteRows(db, 'credential_associations', { credential_id: credentialId, data_store_id: dataStoreId }),

  ofCredential: (credentialId: string) =>
    findRows(db, 'credential_associations', { credential_id: credentialId }, { orderBy: ['data_store_id'] }),

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
