import type { Platform, ServiceDefinition, Services } from './context.ts';

/** The services of one process, handed down in the context. The platform knows no module, so they are found by definition. */
export class ServiceRegistry implements Services {
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
