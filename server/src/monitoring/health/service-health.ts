import { getRecorder, listModelFaults } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { HealthResult } from './drift-health.ts';

/** Something is wrong with the service of a deployment that its requests alone do not show. */
export interface ServiceFault extends HealthResult {
  readonly since: Date;
}

/**
 * A model whose file is damaged fails, whoever is asked. While this server cannot record predictions, deployments of
 * which nothing worse is known warn: their figures stand still.
 */
export async function serviceFaults(
  platform: Platform,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, ServiceFault>> {
  const found = new Map<string, ServiceFault>();
  const { trouble } = getRecorder(platform).state;
  if (trouble !== null) {
    const { reason: message, since } = trouble;
    for (const id of deploymentIds) found.set(id, { status: 'warning', message, since });
  }
  for (const { deploymentId, reason, since } of await listModelFaults(platform.db.queries, deploymentIds)) {
    found.set(deploymentId, { status: 'failing', message: reason, since });
  }
  return found;
}
