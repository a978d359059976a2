import type { Reply } from '../outbound/reply.ts';

/** Routes beside the ten that a provider must serve: each saves calls or tells more, and none is needed. */
export type OptionalRoute = 'batch' | 'users' | 'groups' | 'groupMembers' | 'groupMemberOf';

const TRY_AGAIN_MS = 600_000;

/** Which optional routes the provider serves, as far as it was tried. One that was refused is tried again later. */
export interface OptionalRoutes {
  /** True until it was refused, and again some time after that. */
  usable(route: OptionalRoute): boolean;
  /** It was served before, so a refusal is about one thing and not about the route. */
  confirmed(route: OptionalRoute): boolean;
  serve(route: OptionalRoute): void;
  refuse(route: OptionalRoute): void;
  /** Nothing is known of it any more. */
  forget(route: OptionalRoute): void;
}

export function optionalRoutes(now: () => number): OptionalRoutes {
  const served = new Set<OptionalRoute>();
  const refusedAt = new Map<OptionalRoute, number>();
  const forget = (route: OptionalRoute) => {
    served.delete(route);
    refusedAt.delete(route);
  };
  return {
    usable: (route) => now() - (refusedAt.get(route) ?? Number.NEGATIVE_INFINITY) >= TRY_AGAIN_MS,
    confirmed: (route) => served.has(route),
    serve(route) {
      refusedAt.delete(route);
      served.add(route);
    },
    refuse(route) {
      forget(route);
      refusedAt.set(route, now());
    },
    forget,
  };
}

/** Refused for whatever reason: a gateway that serves listed routes only may say 403 as well as 404 or 405. */
export const isNotServed = ({ status }: Reply): boolean => status === 501 || (status >= 400 && status < 500);

/** The provider looked for the thing and did not find it, so the route itself is served. */
export const isMissingResource = (reply: Reply): boolean => {
  const { error } = (reply.body ?? {}) as { error?: { code?: unknown } };
  return reply.status === 404 && error?.code === 'Request_ResourceNotFound';
};
