import { requireFence } from '../graph/fence.ts';
import { letIn } from '../graph/let-in.ts';
import { type Rest, saveRests } from '../graph/space.store.ts';
import type { Session } from './session.ts';

/** Keeps the places of polls that found nothing: most do, and where everybody's files are a space there are many. */
export async function keepPlaces(
  { platform, connection, fence }: Pick<Session, 'platform' | 'connection' | 'fence'>,
  rests: readonly Rest[],
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
    await saveRests(tx, connection.id, rests);
    await letIn(tx, connection.id, platform.now());
  });
}
