import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { addUser } from './add-user.ts';
import { getUser, listOrganizationUsers } from './list-users.ts';
import { updateUser } from './update-user.ts';
import { User, UserChange, UserCreate } from './user.schema.ts';

const history = { added: 'v2.43' };

export const userRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations/{organizationId}/users/',
    operation: 'listOrganizationUsers',
    part: 'accounts',
    summary: 'The people of your organization, by username; for administrators',
    history,
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(User) },
    handle: (ctx, { params, url, query }) => listOrganizationUsers(ctx, params.organizationId, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/organizations/{organizationId}/users/',
    operation: 'addOrganizationUser',
    part: 'accounts',
    summary: 'Add a person to your organization; for administrators',
    history,
    access: 'account',
    body: UserCreate,
    replies: { 201: User },
    handle: (ctx, { params, body }) => addUser(ctx, params.organizationId, body),
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/',
    operation: 'addUser',
    part: 'accounts',
    summary: 'Add a person to your organization; for administrators',
    history,
    access: 'account',
    body: UserCreate,
    replies: { 201: User },
    handle: (ctx, { body }) => addUser(ctx, ctx.actor.organizationId, body),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/{userId}/',
    operation: 'getUser',
    part: 'accounts',
    summary: 'Yourself, or anybody of your organization for administrators',
    history,
    access: 'account',
    replies: { 200: User },
    handle: (ctx, { params }) => getUser(ctx, params.userId),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/users/{userId}/',
    operation: 'changeUser',
    part: 'accounts',
    summary: 'Change, disable or enable an account, or set its password; for administrators',
    history,
    access: 'account',
    body: UserChange,
    replies: { 200: User },
    handle: (ctx, { params, body }) => updateUser(ctx, params.userId, body),
  }),
];
