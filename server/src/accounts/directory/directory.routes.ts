import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Organization } from './directory.schema.ts';
import { Group, GroupChange, GroupCreate, GroupQuery, Member, MemberList, Members } from './group.schema.ts';
import {
  addMembers,
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  listMembers,
  removeMembers,
} from './groups.ts';
import { getOrganization, listOrganizations } from './organizations.ts';
import { permissions } from './permissions.ts';

const history = { added: 'v2.0' };

export const groupRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/groups/',
    operation: 'listGroups',
    part: 'accounts',
    summary: 'The groups of your organization',
    history,
    access: 'account',
    query: GroupQuery,
    replies: { 200: pageOf(Group) },
    handle: (ctx, { url, query }) => listGroups(ctx, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/groups/',
    operation: 'createGroup',
    part: 'accounts',
    summary: 'Make a group; for administrators',
    history,
    access: 'account',
    body: GroupCreate,
    replies: { 201: Group },
    handle: (ctx, { body }) => createGroup(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/{groupId}/',
    operation: 'getGroup',
    part: 'accounts',
    summary: 'One group',
    history,
    access: 'account',
    replies: { 200: Group },
    handle: (ctx, { params }) => getGroup(ctx, params.groupId),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/groups/{groupId}/',
    operation: 'changeGroup',
    part: 'accounts',
    summary: 'Rename or describe a group; for administrators',
    history,
    access: 'account',
    body: GroupChange,
    replies: { 200: Group },
    handle: (ctx, { params, body }) => changeGroup(ctx, params.groupId, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/groups/{groupId}/',
    operation: 'deleteGroup',
    part: 'accounts',
    summary: 'Delete a group; its members stay; for administrators',
    history,
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteGroup(ctx, params.groupId),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/{groupId}/users/',
    operation: 'listGroupMembers',
    part: 'accounts',
    summary: 'The members of a group, by username',
    history,
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(Member) },
    handle: (ctx, { params, url, query }) => listMembers(ctx, params.groupId, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/groups/{groupId}/users/',
    operation: 'addGroupMembers',
    part: 'accounts',
    summary: 'Add people to a group, all of them or none; for administrators',
    history,
    access: 'account',
    body: MemberList,
    replies: { 200: Members },
    handle: (ctx, { params, body }) => addMembers(ctx, params.groupId, body.users),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/groups/{groupId}/users/',
    operation: 'removeGroupMembers',
    part: 'accounts',
    summary: 'Take people out of a group; for administrators',
    history,
    access: 'account',
    body: MemberList,
    replies: { 204: null },
    handle: (ctx, { params, body }) => removeMembers(ctx, params.groupId, body.users),
  }),
];

export const organizationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations/',
    operation: 'listOrganizations',
    part: 'accounts',
    summary: 'The organizations you belong to: your own',
    history: { added: 'v2.43' },
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(Organization) },
    handle: (ctx, { url, query }) => listOrganizations(ctx, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/{organizationId}/',
    operation: 'getOrganization',
    part: 'accounts',
    summary: 'One organization',
    history: { added: 'v2.43' },
    access: 'account',
    replies: { 200: Organization },
    handle: (ctx, { params }) => getOrganization(ctx, params.organizationId),
  }),
];

const Permission = z.strictObject({ name: z.string(), title: z.string(), about: z.string() });

export const permissionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/permissions/',
    operation: 'listPermissions',
    part: 'accounts',
    summary: 'Every feature an account may hold: its name on the wire, the name people read, and what it opens',
    history: { added: 'v2.43' },
    access: 'account',
    replies: { 200: z.strictObject({ data: z.array(Permission), count: z.int() }) },
    handle: () => ({
      data: permissions.map(({ name, title, about }) => ({ name, title, about })),
      count: permissions.length,
    }),
  }),
];
