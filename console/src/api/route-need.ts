import type { ApiCall, ElementOf, QueryOf, ReplyOf } from './call.ts';

type OwnAccess = 'account/access/';
export type Need = ElementOf<ReplyOf<'get', OwnAccess>['needs']>;
type ObjectType = QueryOf<OwnAccess>['objectType'];

/** A role on one object. */
export interface ObjectNeed {
  readonly object: ObjectType;
  readonly id: string;
  readonly need: Need;
}

/** What a route needs; the object is named by a parameter of its path. */
interface RouteNeed {
  readonly object?: ObjectType;
  readonly param?: string;
  readonly need?: Need;
  readonly administrator?: true;
  readonly permission?: string;
}

/** By `PATCH deployments/{deploymentId}/`. */
export type RouteNeeds = Readonly<Record<string, RouteNeed>>;

/** What a call needs, the object by its id. */
export interface CallNeed extends Pick<RouteNeed, 'administrator' | 'permission'> {
  readonly object?: ObjectNeed;
}

interface Known {
  readonly segments: readonly string[];
  readonly need: RouteNeed;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const parametersOf = ({ segments }: Known): number => segments.filter(isParameter).length;

/** Finds what a call needs. Of several routes the one with the fewest parameters is meant: `fromLeaderboard` is no id. */
export function needFinder(routes: RouteNeeds): (call: ApiCall<unknown>) => CallNeed {
  const known = Object.entries(routes)
    .map(([route, need]): Known => ({ segments: route.split('/'), need }))
    .sort((a, b) => parametersOf(a) - parametersOf(b));
  return ({ method, path }) => {
    const asked = `${method} ${path}`.split('/');
    const found = known.find(({ segments }) => fits(segments, asked));
    if (found === undefined) return {};
    const { object, param, need, ...account } = found.need;
    if (object === undefined || need === undefined) return account;
    const id = decodeURIComponent(asked[found.segments.indexOf(`{${param}}`)] ?? '');
    return { ...account, object: { object, id, need } };
  };
}

const fits = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((one, at) => isParameter(one) || one === path[at]);
