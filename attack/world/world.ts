import type { AttackRun } from '../attack-run.ts';
import type { Operation } from '../openapi/operations.ts';
import { makeDataObjects } from './data-objects.ts';
import { makeDeploymentObjects } from './deployment-objects.ts';
import { makeGenaiObjects } from './genai-objects.ts';
import { makeOtherObjects } from './other-objects.ts';
import { makePeople, type People } from './people.ts';

/** Real things of one organization, by the name of the path parameter that names them. */
export class Things {
  readonly #ids = new Map<string, string>();

  /** `where` narrows a name that several routes use: part of the path, such as `/datasets/`. */
  put(name: string, id: string | undefined, where = ''): void {
    if (id !== undefined && id !== '') this.#ids.set(`${where} ${name}`, id);
  }

  get(name: string, path = ''): string | undefined {
    const narrow = [...this.#ids].filter(([key]) => {
      const [where = '', own] = key.split(' ');
      return own === name && where !== '' && path.includes(where);
    });
    return narrow.at(-1)?.[1] ?? this.#ids.get(` ${name}`);
  }

  /** Ids that must not appear in a reply to somebody without a role; colleagues know those of their organization. */
  hidden(fromColleagues: boolean): readonly string[] {
    const known = fromColleagues ? ['organizationId', 'groupId', 'quotaTemplateId', 'userId'] : [];
    const hidden = [...this.#ids].filter(([key]) => !known.includes(key.split(' ')[1] ?? ''));
    return [...new Set(hidden.map(([, id]) => id))];
  }
}

export interface World {
  readonly people: People;
  readonly things: Things;
  /** A deployment that only bombs and named attacks use. */
  readonly deploymentId: string | undefined;
  readonly agentDeploymentId: string | undefined;
  readonly agentKey: string | undefined;
}

export interface Making {
  readonly run: AttackRun;
  readonly people: People;
  readonly things: Things;
  /** Runs one step; what cannot be made is noted, and attacked with unknown ids only. */
  step<T>(what: string, make: () => Promise<T>): Promise<T | undefined>;
  /** Gives the consumer the smallest role that may use a thing. */
  share(path: string, role?: string): Promise<void>;
}

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
    async share(path, role = 'CONSUMER') {
      const roles = [{ role, shareRecipientType: 'user', id: people.consumer.id }];
      await making.step(`a share of ${path}`, () =>
        people.owner.make('PATCH', `${path}sharedRoles/`, { operation: 'updateRoles', roles }),
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
