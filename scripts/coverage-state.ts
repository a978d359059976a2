import type { RouteRecord } from '../server/src/platform/http/route.ts';

/** What the suites have driven of one route, over HTTP on a running server. */
export interface RouteCoverage {
  /** A success, by a black-box suite, the attack or a real client. */
  readonly success: boolean;
  /** A success, by a real client. */
  readonly clients: boolean;
  /** A success, by a test in one process with the server. */
  readonly tests: boolean;
  /** Declared refusals that were not driven: `404 deployments.no_such_deployment`. */
  readonly missing: readonly string[];
}

export interface Coverage {
  readonly routes: Readonly<Record<string, RouteCoverage>>;
}

export const STATES = ['proven', 'served', 'empty by nature', 'refuses'] as const;
export type State = (typeof STATES)[number];

/**
 * - `refuses`: the route has no success to offer and says why,
 * - `empty by nature`: a list that nothing can be in,
 * - `proven`: its success and each refusal it declares were driven from outside,
 * - `served`: all others.
 */
export function stateOf(
  route: Pick<RouteRecord, 'replies' | 'alwaysEmpty'>,
  covered: RouteCoverage | undefined,
): State {
  if (Object.keys(route.replies).every((status) => Number(status) >= 400)) return 'refuses';
  if (route.alwaysEmpty !== undefined) return 'empty by nature';
  return covered?.success === true && covered.missing.length === 0 ? 'proven' : 'served';
}
