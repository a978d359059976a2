import { randomBytes } from 'node:crypto';
import type { AttackRun } from '../attack-run.ts';
import type { Client } from '../world/client.ts';
import type { World } from '../world/world-types.ts';

/** Bodies that name things their sender cannot see, or names that others have taken. */
export async function attackWithReferences(
  run: AttackRun,
  { people, things, agentDeploymentId }: World,
): Promise<void> {
  const name = `attack-${randomBytes(4).toString('hex')}`;
  const accepted = async (who: Client, what: string, path: string, body: object) => {
    const reply = await who.send('POST', path, body);
    if (reply.status > 0 && reply.status < 400)
      run.report.finding(
        `${what} of somebody else is accepted by POST ${path}`,
        JSON.stringify(body),
        reply.text.slice(0, 200),
      );
  };
  const credentialId = things.get('credentialId');
  if (credentialId !== undefined)
    await accepted(people.colleague, 'A credential', '/api/v2/predictionEnvironments/', {
      ...{ name, platform: 'other', credentialId },
    });
  const useCaseId = things.get('useCaseId');
  if (useCaseId !== undefined && agentDeploymentId !== undefined)
    await accepted(people.agentOwner, 'A use case', `/api/v2/deployments/${agentDeploymentId}/retrainingPolicies/`, {
      ...{ name, useCaseId },
    });
  await takenName(run, people.consumer, things.get('deploymentId'));
}

/** The consumer cannot see the owner's definition called nightly; its name must be free for them. */
async function takenName(run: AttackRun, consumer: Client, deploymentId: string | undefined): Promise<void> {
  if (deploymentId === undefined) return;
  const path = '/api/v2/batchPredictionJobDefinitions/';
  const reply = await consumer.send('POST', path, { deploymentId, name: 'nightly' });
  if (reply.status === 409)
    run.report.finding(
      'A conflict tells the name of a job definition of somebody else',
      `POST ${path}`,
      reply.text.slice(0, 200),
    );
}
