import type { Platform } from './context.ts';

/** Something a process runs once and every request shares: a cache, a recorder, a limiter. Each module defines its own. */
export interface ServiceDefinition<T> {
  readonly name: string;
  /** Makes it when it is first needed. Absent where it exists only after an explicit start. */
  readonly open?: (platform: Platform) => T;
}

/** The services of one process, handed down in the context. The platform knows no module, so they are found by definition. */
export class Services {
  readonly #platform: () => Platform;
  readonly #running = new Map<ServiceDefinition<unknown>, unknown>();

  constructor(platform: () => Platform) {
    this.#platform = platform;
  }

  get<T>(definition: ServiceDefinition<T>): T {
    if (this.#running.has(definition)) return this.#running.get(definition) as T;
    if (definition.open === undefined)
      throw new Error(`The service "${definition.name}" was not started in this process`);
    return this.set(definition, definition.open(this.#platform()));
  }

  /** Undefined where nothing opened or started it. */
  find<T>(definition: ServiceDefinition<T>): T | undefined {
    return this.#running.get(definition) as T | undefined;
  }

  set<T>(definition: ServiceDefinition<T>, service: T): T {
    this.#running.set(definition, service);
    return service;
  }

  /** Takes it out, for whoever closes it: the next use opens a new one. */
  remove<T>(definition: ServiceDefinition<T>): T | undefined {
    const service = this.find(definition);
    this.#running.delete(definition);
    return service;
  }
}
