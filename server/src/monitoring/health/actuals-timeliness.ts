import { duration, earlier } from '@almanac/engine';
import { type DeploymentRow, type HealthSettings, type Lamp, NO_HEALTH } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { actualsStates } from '../actuals/actuals-state.store.ts';

/** Whether actuals arrive as often as they should. */
export async function actualsTimeliness(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id }: DeploymentRow,
  { enabled, expectedFrequency }: HealthSettings['actualsTimeliness'],
): Promise<Lamp> {
  if (!enabled) return NO_HEALTH.actualsTimeliness;
  const last = (await actualsStates(db.queries, [id])).get(id)?.lastAt ?? null;
  if (last === null) return { ...NO_HEALTH.actualsTimeliness, message: 'No actuals have been received yet' };
  const end = now();
  const due = new Date(earlier(end.getTime(), duration(expectedFrequency)));
  const message = `The last actuals arrived at ${last.toISOString()}; some are expected every ${expectedFrequency}`;
  return { status: last >= due ? 'passing' : 'failing', message, startDate: due, endDate: end };
}
