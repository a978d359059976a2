import type { AttackRun } from '../attack-run.ts';
import type { People } from './people.ts';

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
  /** Gives the observer, the consumer and the editor their roles on a thing. */
  share(path: string): Promise<void>;
}
