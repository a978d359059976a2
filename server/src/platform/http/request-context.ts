import type { ServerResponse } from 'node:http';
import type { Ctx, Platform } from '../context.ts';
import type { Logger } from '../log/logger.ts';
import type { Actor } from './actor.ts';
import type { Links } from './links.ts';
import { hangUp } from './read-input.ts';

interface Asking {
  readonly actor: Actor | null;
  readonly links: Links;
  readonly requestId: string;
  readonly address: string;
  /** Where the answer goes; not needed by verbs that answer at once. */
  readonly response?: ServerResponse;
}

/**
 * A verb's first argument. The logger that carries the request id is made only when something is logged. A class, since
 * an object with a getter of its own takes many times as long to make, and one is made for every request.
 */
class RequestContext implements Ctx {
  readonly config: Platform['config'];
  readonly db: Platform['db'];
  readonly jobs: Platform['jobs'];
  readonly events: Platform['events'];
  readonly blobs: Platform['blobs'];
  readonly secrets: Platform['secrets'];
  readonly services: Platform['services'];
  readonly now: Platform['now'];
  readonly actor: Actor;
  readonly links: Links;
  readonly requestId: string;
  readonly address: string;
  readonly #parent: Logger;
  readonly #response: ServerResponse | undefined;
  #log: Logger | undefined;
  #gone: AbortSignal | undefined;

  constructor(platform: Platform, { actor, links, requestId, address, response }: Asking) {
    this.config = platform.config;
    this.db = platform.db;
    this.jobs = platform.jobs;
    this.events = platform.events;
    this.blobs = platform.blobs;
    this.secrets = platform.secrets;
    this.services = platform.services;
    this.now = platform.now;
    // A public route is typed without an actor (`OpenCtx`), so nobody reads the null.
    this.actor = actor as Actor;
    this.links = links;
    this.requestId = requestId;
    this.address = address;
    this.#parent = platform.log;
    this.#response = response;
  }

  get log(): Logger {
    this.#log ??= this.#parent.child({ reqId: this.requestId });
    return this.#log;
  }

  get gone(): AbortSignal | undefined {
    if (this.#response !== undefined) this.#gone ??= hangUp(this.#response);
    return this.#gone;
  }
}

export const requestContext = (platform: Platform, asking: Asking): Ctx => new RequestContext(platform, asking);
