import { HttpProblems } from '#platform/http/http.problems.ts';
import { refuse } from '#platform/http/problem.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { type LedgerRoute, ledger, signature } from './ledger.ts';

/** Every route that is promised but not built answers 501 and says so, after the caller proved who they are. */
export function plannedRoutes(served: readonly RouteRecord[]): RouteRecord[] {
  const built = new Set(served.map(signature));
  return ledger.filter((entry) => entry.state === 'planned' && !built.has(signature(entry))).map(unservedRoutes);
}

const unservedRoutes = (entry: LedgerRoute): RouteRecord => ({
  method: entry.method,
  path: entry.path,
  operation: `planned ${entry.method} ${entry.path}`,
  part: entry.part,
  summary: 'Planned',
  history: { added: entry.added, ...(entry.deprecated ? { deprecated: entry.deprecated } : {}) },
  access: entry.auth === 'none' || entry.auth === 'basic' ? 'public' : 'account',
  takes: 'bytes', // whatever is sent is not looked at
  ...(entry.part === 'genai' ? { errors: 'detail' as const } : {}),
  replies: {},
  handle: (_ctx, input) => {
    input.stream.resume();
    return refuse(HttpProblems.planned, `${entry.method} ${entry.path}`);
  },
});
