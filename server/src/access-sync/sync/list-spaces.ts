import { requireFence } from '../graph/fence.ts';
import type { Session } from './session.ts';
import { forgetOldChanges, saveSpaces } from './sync.store.ts';

const CHANGES_KEPT_MS = 90 * 24 * 3600 * 1000;

/** Which drives there are. A listing that fails says nothing about them. */
export async function listSpaces({ platform, connection, client, fence, pass }: Session): Promise<void> {
  const spaces = await client.spaces(pass);
  await platform.db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
    await saveSpaces(tx, connection.id, spaces, platform.now());
    await forgetOldChanges(tx, connection.id, new Date(platform.now().getTime() - CHANGES_KEPT_MS));
  });
}
