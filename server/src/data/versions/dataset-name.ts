import type { Queries } from '#platform/db/database.ts';
import { datasetStore } from './dataset.store.ts';

/** As people call it; undefined when it is gone. Whether the caller may read it is not asked. */
export async function datasetName(db: Queries, organizationId: string, id: string): Promise<string | undefined> {
  return (await datasetStore(db).byId(organizationId, id))?.name;
}
