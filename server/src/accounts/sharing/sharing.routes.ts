import { pageOf } from '#platform/http/page.ts';
import { type Part, type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import type { SharedKind } from './kind.ts';
import { changeAccessControl, changeSharedRoles, listAccessControl, listSharedRoles } from './shared-roles.ts';
import * as schema from './sharing.schema.ts';

interface Shareable {
  readonly kind: SharedKind;
  /** The address of one thing, with one parameter: `/api/v2/datasets/{datasetId}/`. */
  readonly path: string;
  /** For the names of the operations: `Dataset` makes `listDatasetSharedRoles`. */
  readonly name: string;
  readonly part: Part;
  readonly added: string;
}

/** Of every change of who may do what with a thing. */
export const SHARING_REFUSALS = {
  403: ['sharing.role_too_small', 'sharing.beyond_your_role'],
  409: ['sharing.nobody_would_own'],
} as const;

const idIn = (path: string): string => /\{(\w+)\}/.exec(path)?.[1] ?? '';

/** `sharedRoles/` under the address of one thing: who may do what with it. */
export function sharedRolesRoutes({ kind, path, name, part, added }: Shareable): RouteRecord[] {
  const param = idIn(path);
  const route = routeGroup({ part, added });
  const of = (params: Readonly<Record<string, string>>) => ({ kind, id: params[param] ?? '' });
  return [
    route.get(`${path}sharedRoles/`, `list${name}SharedRoles`, {
      summary: `Who a ${kind.title} is shared with: people, groups, the organization`,
      access: needs(kind, 'read', param),
      query: schema.SharedRolesQuery,
      replies: { 200: pageOf(schema.roleItem(kind)) },
      handle: (ctx, { params, url, query }) => listSharedRoles(ctx, of(params), url, query),
    }),
    route.patch(`${path}sharedRoles/`, `change${name}SharedRoles`, {
      summary: `Share a ${kind.title}, change roles, or take them away with NO_ROLE; all of it or nothing`,
      // Everybody may give up their own role, so changing others' roles is checked for each of them.
      access: needs(kind, 'read', param),
      body: schema.SharedRolesChange,
      replies: { 204: null },
      refusals: SHARING_REFUSALS,
      handle: (ctx, { params, body }) => changeSharedRoles(ctx, of(params), body),
    }),
  ];
}

/** `accessControl/`, the older way that clients still use for some kinds: people only, by name. */
export function accessControlRoutes({ kind, path, name, part, added }: Shareable): RouteRecord[] {
  const param = idIn(path);
  const route = routeGroup({ part, added });
  const of = (params: Readonly<Record<string, string>>) => ({ kind, id: params[param] ?? '' });
  return [
    route.get(`${path}accessControl/`, `list${name}AccessControl`, {
      summary: `The people a ${kind.title} is shared with`,
      access: needs(kind, 'read', param),
      query: schema.AccessControlQuery,
      replies: { 200: pageOf(schema.AccessControlItem) },
      handle: (ctx, { params, url, query }) => listAccessControl(ctx, of(params), url, query),
    }),
    route.patch(`${path}accessControl/`, `change${name}AccessControl`, {
      summary: `Share a ${kind.title} with people by name, or take their access away with a null role`,
      access: needs(kind, 'read', param),
      body: schema.AccessControlChange,
      replies: { 204: null },
      refusals: SHARING_REFUSALS,
      handle: (ctx, { params, body }) => changeAccessControl(ctx, of(params), body),
    }),
  ];
}
