import { demandFence } from '../graph/fence.ts';
import type { Session } from './session.ts';
import { saveSpaces } from './sync.store.ts';

/** Which drives there are. A listing that fails says nothing about them. */
export async function listSpaces({ platform, connection, client, fence, pass }: Session): Promise<void> {
  const spaces = await client.spaces(pass);
  await platform.db.transaction(async (tx) => {
    await demandFence(tx, connection.id, fence);
    await saveSpaces(tx, connection.id, spaces, platform.now());
  });
}
