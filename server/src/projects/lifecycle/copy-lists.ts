import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { featureStore } from '../core/features/feature.store.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';

/** What people made of the columns of a project, for its copy: transformed features and lists of their own. */
export async function copyLists(tx: Tx, source: ProjectRow, id: string, now: Date): Promise<void> {
  const made = (await featureStore(tx).list(source.id)).filter(({ transform }) => transform !== null);
  await featureStore(tx).insert(
    id,
    made.map(({ number, name, feature_type, profile, transform, parent_names }) => ({
      number,
      name,
      featureType: feature_type,
      profile,
      parents: parent_names,
      ...(transform === null ? {} : { transform }),
    })),
  );
  for (const { models: _, ...list } of await featureListStore(tx).list(source.id, 'input')) {
    if (list.is_user_created)
      await featureListStore(tx).insert({ ...list, id: newId(now), project_id: id, created_at: now });
  }
}
