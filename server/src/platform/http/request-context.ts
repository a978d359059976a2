import type { ServerResponse } from 'node:http';
import type { Ctx, Links, Platform } from '../context.ts';
import type { Logger } from '../log/logger.ts';
import type { Actor } from './actor.ts';
import { abortOnDisconnect } from './read-input.ts';
import { CheckedAccess } from './route-access.ts';

interface Caller {
  readonly actor: Actor | null;
  readonly links: Links;
  readonly requestId: string;
  readonly address: string;
  readonly response: ServerResponse;
}

/**
 * The first argument of a service function. The logger that carries the request id is created only when something is
 * logged. A class, since an object with a getter of its own takes many times as long to create, and every request has one.
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
  readonly #response: ServerResponse;
  #log: Logger | undefined;
  #gone: AbortSignal | undefined;
  #checked: CheckedAccess | undefined;

  constructor(platform: Platform, { actor, links, requestId, address, response }: Caller) {
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

  get checked(): CheckedAccess {
    this.#checked ??= new CheckedAccess();
    return this.#checked;
  }

  get gone(): AbortSignal {
    this.#gone ??= abortOnDisconnect(this.#response);
    return this.#gone;
  }
}

export const requestContext = (platform: Platform, caller: Caller): Ctx => new RequestContext(platform, caller);
