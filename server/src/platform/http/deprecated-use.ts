import type { FastifyRequest } from 'fastify';
import type { MountOptions } from './mount-route.ts';
import { addressOf } from './origin.ts';
import type { RouteRecord } from './route.ts';

/** Tells of the use of a deprecated route once its answer is sent, so that telling costs the caller nothing. */
export function noteDeprecatedUse(request: FastifyRequest, route: RouteRecord, options: MountOptions): void {
  const { platform, ports, trusted } = options;
  const { method, url, headers, actor } = request;
  const at = platform.now();
  const tell = (who: typeof actor) =>
    who && ports.deprecatedUse({ route, request: `${method} ${url}`, actor: who, at });
  if (actor !== null || headers.authorization === undefined) {
    tell(actor);
    return;
  }
  // A public route asks nobody who they are; whoever said it anyway is named. Wrong credentials name nobody.
  const address = addressOf(request.raw, trusted);
  ports
    .authenticate({ method, path: url, headers, address })
    .then(tell)
    .catch(() => undefined);
}
