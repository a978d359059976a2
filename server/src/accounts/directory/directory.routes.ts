import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { Organization } from './directory.schema.ts';
import { Group, GroupChange, GroupCreate, GroupQuery, Member, MemberList, Members } from './group.schema.ts';
import * as groups from './groups.ts';
import { ADMINISTRATORS, getOrganization, listOrganizations, ORGANIZATION } from './organizations.ts';
import { permissions } from './permissions.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.0' });

export const groupRoutes = [
  route.get('/api/v2/groups/', 'listGroups', {
    summary: 'The groups of your organization',
    query: GroupQuery,
    replies: { 200: pageOf(Group) },
    refusals: { 404: ['accounts.no_such_organization'] },
    handle: (ctx, { url, query }) => groups.listGroups(ctx, url, query),
  }),
  route.post('/api/v2/groups/', 'createGroup', {
    access: ADMINISTRATORS,
    summary: 'Make a group; for administrators',
    body: GroupCreate,
    replies: { 201: Group },
    refusals: { 404: ['accounts.no_such_organization'], 409: ['accounts.group_name_taken'] },
    handle: (ctx, { body }) => groups.createGroup(ctx, body),
  }),
  route.get('/api/v2/groups/{groupId}/', 'getGroup', {
    access: needs(groups.GROUP, 'read', null),
    summary: 'One group',
    replies: { 200: Group },
    refusals: { 404: ['accounts.no_such_group'] },
    handle: (ctx, { params }) => groups.getGroup(ctx, params.groupId),
  }),
  route.patch('/api/v2/groups/{groupId}/', 'changeGroup', {
    access: ADMINISTRATORS,
    summary: 'Rename or describe a group; for administrators',
    body: GroupChange,
    replies: { 200: Group },
    refusals: { 404: ['accounts.no_such_group'], 409: ['accounts.group_name_taken'] },
    handle: (ctx, { params, body }) => groups.changeGroup(ctx, params.groupId, body),
  }),
  route.delete('/api/v2/groups/{groupId}/', 'deleteGroup', {
    access: ADMINISTRATORS,
    summary: 'Delete a group; its members stay; for administrators',
    replies: { 204: null },
    refusals: { 404: ['accounts.no_such_group'] },
    handle: (ctx, { params }) => groups.deleteGroup(ctx, params.groupId),
  }),
  route.get('/api/v2/groups/{groupId}/users/', 'listGroupMembers', {
    access: needs(groups.GROUP, 'read', null),
    summary: 'The members of a group, by username',
    query: pageQuery(),
    replies: { 200: pageOf(Member) },
    refusals: { 404: ['accounts.no_such_group'] },
    handle: (ctx, { params, url, query }) => groups.listMembers(ctx, params.groupId, url, query),
  }),
  route.post('/api/v2/groups/{groupId}/users/', 'addGroupMembers', {
    access: ADMINISTRATORS,
    summary: 'Add people to a group, all of them or none; for administrators',
    body: MemberList,
    replies: { 200: Members },
    refusals: { 404: ['accounts.no_such_group'] },
    handle: (ctx, { params, body }) => groups.addMembers(ctx, params.groupId, body.users),
  }),
  route.delete('/api/v2/groups/{groupId}/users/', 'removeGroupMembers', {
    access: ADMINISTRATORS,
    summary: 'Take people out of a group; for administrators',
    body: MemberList,
    replies: { 204: null },
    refusals: { 404: ['accounts.no_such_group'] },
    handle: (ctx, { params, body }) => groups.removeMembers(ctx, params.groupId, body.users),
  }),
];

export const organizationRoutes = [
  route.get('/api/v2/organizations/', 'listOrganizations', {
    summary: 'The organizations you belong to: your own',
    added: 'v2.43',
    query: pageQuery(),
    replies: { 200: pageOf(Organization) },
    handle: (ctx, { url, query }) => listOrganizations(ctx, url, query),
  }),
  route.get('/api/v2/organizations/{organizationId}/', 'getOrganization', {
    access: needs(ORGANIZATION, 'read', null),
    summary: 'One organization',
    added: 'v2.43',
    replies: { 200: Organization },
    refusals: { 404: ['accounts.no_such_organization'] },
    handle: (ctx, { params }) => getOrganization(ctx, params.organizationId),
  }),
];

const Permission = z.strictObject({ name: z.string(), title: z.string(), about: z.string() });

export const permissionRoutes = [
  route.get('/api/v2/permissions/', 'listPermissions', {
    summary: 'Every feature an account may hold: its name on the wire, the name people read, and what it opens',
    added: 'v2.43',
    replies: { 200: z.strictObject({ data: z.array(Permission), count: z.int() }) },
    handle: () => ({
      data: permissions.map(({ name, title, about }) => ({ name, title, about })),
      count: permissions.length,
    }),
  }),
];
