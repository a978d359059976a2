import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Session } from '../authentication/sign-in.schema.ts';
import { User, UserChange, UserCreate } from '../directory/directory.schema.ts';
import { addUser } from './create-user.ts';
import { setUp, setupState } from './first-administrator.ts';
import { applyReset, createReset } from './password-reset.ts';
import { PasswordReset, ResetCreate, ResetCreated, Setup, SetupState } from './users.schema.ts';
import { getUser, listOrganizationUsers, updateUser } from './users.ts';

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

export const passwordResetRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/users/{userId}/passwordReset/',
    operation: 'createPasswordReset',
    part: 'accounts',
    summary: 'Let a user choose a new password by a one-time link, mailed or shown in this answer; for administrators',
    history,
    access: 'account',
    body: ResetCreate,
    bodyOptional: true,
    replies: { 200: ResetCreated },
    handle: (ctx, { params, body }) => createReset(ctx, params.userId, body?.delivery),
  }),
  route({
    method: 'POST',
    path: '/api/v2/passwordReset/',
    operation: 'resetPassword',
    part: 'accounts',
    summary: 'Choose a new password with a one-time link; ends every session of the account',
    history,
    access: 'public',
    body: PasswordReset,
    replies: { 204: null },
    handle: (ctx, { body, headers }) => applyReset(ctx, body, headers),
  }),
];

export const setupRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/setup/',
    operation: 'getSetup',
    part: 'accounts',
    summary: 'Whether the first administrator is still to be made',
    history,
    access: 'public',
    replies: { 200: SetupState },
    handle: (ctx) => setupState(ctx),
  }),
  route({
    method: 'POST',
    path: '/api/v2/setup/',
    operation: 'setUp',
    part: 'accounts',
    summary: 'Make the first administrator with a one-time link, and sign them in',
    history,
    access: 'public',
    body: Setup,
    replies: { 200: Session },
    handle: (ctx, { body, headers }) => setUp(ctx, body, headers),
  }),
];
