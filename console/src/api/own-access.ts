import { useQueries, useQuery } from '@tanstack/react-query';
import { routeAccess } from '../../build/route-access.ts';
import { type Account, queries } from './accounts.ts';
import { type ApiCall, get } from './call.ts';
import { callQuery } from './call-query.ts';
import { type CallNeed, needFinder, type ObjectNeed } from './route-need.ts';

/** What an action comes to: a request, or a role where the path of the request does not name the object. */
export type Wanted = ApiCall<unknown> | ObjectNeed;

const STALE_MS = 5 * 60_000;
const accessQuery = ({ object, id }: ObjectNeed) =>
  callQuery(get('account/access/', { objectType: object, objectId: id }), { staleTime: STALE_MS });

/** Whoever changes roles may have changed their own. */
export const ownAccessKey: readonly string[] = ['account', 'access'];

const needOfCall = needFinder(routeAccess);
const needOf = (wanted: Wanted | undefined): CallNeed => {
  if (wanted === undefined) return {};
  return 'need' in wanted ? { object: wanted } : needOfCall(wanted);
};

const keyOf = ({ object, id }: ObjectNeed): string => `${object} ${id}`;

/** Administrators own every object of their organization: nothing is asked for them. */
const isAdministrator = (account: Account | undefined): boolean => account?.role === 'admin';

function holds(account: Account | undefined, { administrator, permission }: CallNeed): boolean {
  if (administrator && !isAdministrator(account)) return false;
  return permission === undefined || account?.permissions[permission] === true;
}

/** Whether the server would let the reader do each of these; undefined while that is not known. */
export function useMayEach(wanted: readonly (Wanted | undefined)[], enabled = true): readonly (boolean | undefined)[] {
  const needs = wanted.map(needOf);
  const asksAnything = needs.some((need) => Object.keys(need).length > 0);
  const account = useQuery({ ...queries.account(), enabled: asksAnything }).data;
  const objects = new Map(needs.flatMap(({ object }) => (object ? [[keyOf(object), object]] : [])));
  const replies = useQueries({
    queries: [...objects.values()].map((object) => ({
      ...accessQuery(object),
      enabled: enabled && account !== undefined && !isAdministrator(account),
    })),
    combine: (all) => new Map([...objects.keys()].map((key, at) => [key, all[at]])),
  });
  return needs.map((need) => {
    if (!holds(account, need)) return false;
    const { object } = need;
    if (object === undefined || isAdministrator(account)) return true;
    const reply = replies.get(keyOf(object));
    return reply?.isError ? false : reply?.data?.needs.includes(object.need);
  });
}

/** What the server would refuse is not offered, nor what is not known yet: nothing appears only to vanish again. */
export const useMay = (wanted: Wanted | undefined): boolean => useMayEach([wanted])[0] === true;
