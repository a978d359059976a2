import type { ZodObject, ZodType } from 'zod';
import { type AccountRoute, type RouteRecord, route } from '#platform/http/route.ts';

type Said<Path extends string, Query, Body> = Omit<
  AccountRoute<Path, Query, Body>,
  'part' | 'access' | 'errors' | 'history'
> & {
  /** The release it came with, where that is not v2.33. */
  readonly added?: string;
};

/** What the routes of this module have in common: an account, and refusals as `{detail}`. */
export function genaiRoute<
  const Path extends string,
  Query extends ZodObject | undefined = undefined,
  Body extends ZodType | undefined = undefined,
>({ added = 'v2.33', ...record }: Said<Path, Query, Body>): RouteRecord {
  const whole = { ...record, part: 'genai', access: 'account', errors: 'detail', history: { added } } as const;
  return route(whole as AccountRoute<Path, Query, Body>);
}
