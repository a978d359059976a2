import type { ZodObject, ZodType } from 'zod';
import { type AccountRoute, type RouteRecord, route } from '#platform/http/route.ts';

type Said<Path extends string, Query, Body> = Omit<
  AccountRoute<Path, Query, Body>,
  'part' | 'access' | 'errors' | 'history'
>;

/** What the routes of workloads have in common: an account, and refusals as `{detail}`. */
export function workloadRoute<
  const Path extends string,
  Query extends ZodObject | undefined = undefined,
  Body extends ZodType | undefined = undefined,
>(record: Said<Path, Query, Body>): RouteRecord {
  const whole = {
    ...record,
    part: 'quotas',
    access: 'account',
    errors: 'detail',
    history: { added: 'v2.40' },
  } as const;
  return route(whole as AccountRoute<Path, Query, Body>);
}
