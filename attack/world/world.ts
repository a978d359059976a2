import type { AttackRun } from '../attack-run.ts';
import type { Operation } from '../openapi/operations.ts';
import { makeDataObjects } from './data-objects.ts';
import { makeDeploymentObjects } from './deployment-objects.ts';
import { makeGenaiObjects } from './genai-objects.ts';
import { makeOtherObjects } from './other-objects.ts';
import { makePeople } from './people.ts';
import { type Making, Things, type World } from './world-types.ts';

/** The foreign service that a workload may stand for; undefined when the target is not ours. */
export async function makeWorld(run: AttackRun, service: string | undefined): Promise<World> {
  const people = await makePeople(run);
  const things = new Things();
  const making: Making = {
    run,
    people,
    things,
    async step(what, make) {
      try {
        return await make();
      } catch (error) {
        run.report.note(`${what} could not be made: ${error instanceof Error ? error.message.slice(0, 200) : error}`);
        return undefined;
      }
    },
    async share(path) {
      // Use cases and deployments have no word for observers, and the editor of a deployment is called its user.
      const given = [
        [/\/(useCases|deployments)\//.test(path) ? 'CONSUMER' : 'OBSERVER', people.observer, { canUseData: false }],
        ['CONSUMER', people.consumer, {}],
        [path.includes('/deployments/') ? 'USER' : 'EDITOR', people.editor, {}],
      ] as const;
      for (const [role, { id }, flags] of given)
        await making.step(`a share of ${path}`, () =>
          people.owner.make('PATCH', `${path}sharedRoles/`, {
            operation: 'updateRoles',
            roles: [{ role, shareRecipientType: 'user', id, ...flags }],
          }),
        );
    },
  };
  await makeDataObjects(making);
  const [deployed] = await Promise.all([
    makeDeploymentObjects(making),
    makeGenaiObjects(making),
    makeOtherObjects(making, service),
  ]);
  return { people, things, ...deployed };
}

/** The path with real ids where there are some; `unknown` for the rest. */
export function fillPath(
  operation: Operation,
  things: Things,
  unknown: (name: string) => string,
): { readonly path: string; readonly real: readonly string[] } {
  const real: string[] = [];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = things.get(name, operation.path);
    if (id !== undefined && !WORDS[name]) real.push(id);
    return WORDS[name] ?? id ?? unknown(name);
  });
  return { path, real };
}

/** Parameters that are words of the API, not ids of somebody's things. */
const WORDS: Readonly<Record<string, string>> = {
  featureName: 'size',
  source: 'validation',
  insightName: 'featureImpact',
  collection: 'datasets',
  partNumber: '1',
  operationIndex: '0',
  path: 'page.html',
  driverId: 'postgresql',
  llmId: 'fake-echo',
};
