import type { Ctx, Platform } from '../context.ts';
import type { Logger } from '../log/logger.ts';
import type { Actor } from './actor.ts';
import type { Links } from './links.ts';

/** A verb's first argument. The logger that carries the request id is made only when something is logged. */
export function requestContext(
  platform: Platform,
  request: {
    readonly actor: Actor | null;
    readonly links: Links;
    readonly requestId: string;
    readonly address: string;
  },
): Ctx {
  const { config, db, jobs, events, blobs, secrets, now } = platform;
  const { actor, links, requestId, address } = request;
  let log: Logger | undefined;
  return {
    config,
    db,
    jobs,
    events,
    blobs,
    secrets,
    now,
    // A public route is typed without an actor (`OpenCtx`), so nobody reads the null.
    actor: actor as Actor,
    links,
    requestId,
    address,
    get log() {
      log ??= platform.log.child({ reqId: requestId });
      return log;
    },
  };
}
