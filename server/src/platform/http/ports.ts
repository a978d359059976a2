import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '../context.ts';
import type { Actor } from './actor.ts';
import type { Problem } from './problem.ts';
import type { RouteRecord } from './route.ts';
import type { ObjectAccess } from './route-access.ts';

/** What the authenticator is shown of a request. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** `key` on routes where the session cookie of the console does not count. */
  readonly credentials?: 'key' | undefined;
  /** What stays the same while a caller stays connected; left out where nobody knows it. */
  readonly connection?: object;
}

export interface DeprecatedUse {
  readonly route: RouteRecord;
  /** `GET /api/v1/ping?x=1`, as sent. */
  readonly request: string;
  readonly actor: Actor;
  readonly at: Date;
}

/** What the HTTP layer asks of the modules, which it does not know. */
export interface HttpPorts {
  /** Who asks, when memory alone can tell; null when it takes more to find out. */
  known?(head: RequestHead): Actor | null;
  /** Null when there are no credentials at all; throws a Problem when they are wrong. */
  authenticate(head: RequestHead): Promise<Actor | null>;
  /** Refuses a caller without this role on the object with this id. */
  requireRole(ctx: Ctx, access: ObjectAccess, id: string): Promise<unknown>;
  /** Whether this installation (and this caller, once known) still has the route. Null when it does. */
  availability(route: RouteRecord, actor: Actor | null): Problem | null;
  /** Called after the answer is sent; must not throw. */
  deprecatedUse(use: DeprecatedUse): void;
}
