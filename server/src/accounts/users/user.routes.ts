import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { Session } from '../authentication/sign-in.schema.ts';
import { User, UserChange, UserCreate } from '../directory/directory.schema.ts';
import { ADMINISTRATORS } from '../directory/organizations.ts';
import { addUser } from './create-user.ts';
import { setUp, setupState } from './first-administrator.ts';
import { applyReset, createReset } from './password-reset.ts';
import { PasswordReset, ResetCreate, ResetCreated, Setup, SetupState } from './users.schema.ts';
import { getUser, listOrganizationUsers, USER, updateUser } from './users.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.43' });

/** What may be wrong with a new person. */
const CREATE_REFUSALS = {
  409: ['accounts.email_taken', 'accounts.username_taken'],
  422: ['accounts.unknown_permission', 'accounts.wrong_password'],
} as const;

export const userRoutes = [
  route.get('/api/v2/organizations/{organizationId}/users/', 'listOrganizationUsers', {
    access: ADMINISTRATORS,
    summary: 'The people of your organization, by username; for administrators',
    query: pageQuery(),
    replies: { 200: pageOf(User) },
    refusals: { 404: ['accounts.no_such_organization'] },
    handle: (ctx, { params, url, query }) => listOrganizationUsers(ctx, params.organizationId, url, query),
  }),
  route.post('/api/v2/organizations/{organizationId}/users/', 'addOrganizationUser', {
    access: ADMINISTRATORS,
    summary: 'Add a person to your organization; for administrators',
    body: UserCreate,
    replies: { 201: User },
    refusals: { ...CREATE_REFUSALS, 404: ['accounts.no_such_organization'] },
    handle: (ctx, { params, body }) => addUser(ctx, params.organizationId, body),
  }),
  route.post('/api/v2/users/', 'addUser', {
    access: ADMINISTRATORS,
    summary: 'Add a person to your organization; for administrators',
    body: UserCreate,
    replies: { 201: User },
    refusals: CREATE_REFUSALS,
    handle: (ctx, { body }) => addUser(ctx, ctx.actor.organizationId, body),
  }),
  route.get('/api/v2/users/{userId}/', 'getUser', {
    access: needs(USER, 'read', null),
    summary: 'Yourself, or anybody of your organization for administrators',
    replies: { 200: User },
    refusals: { 403: ['accounts.not_administrator'], 404: ['accounts.no_such_user'] },
    handle: (ctx, { params }) => getUser(ctx, params.userId),
  }),
  route.patch('/api/v2/users/{userId}/', 'changeUser', {
    access: ADMINISTRATORS,
    summary: 'Change, disable or enable an account, or set its password; for administrators',
    body: UserChange,
    replies: { 200: User },
    refusals: {
      404: ['accounts.no_such_user'],
      409: ['accounts.email_taken', 'accounts.last_administrator'],
      422: ['accounts.unknown_permission', 'accounts.wrong_password'],
    },
    handle: (ctx, { params, body }) => updateUser(ctx, params.userId, body),
  }),
];

export const passwordResetRoutes = [
  route.post('/api/v2/users/{userId}/passwordReset/', 'createPasswordReset', {
    access: ADMINISTRATORS,
    summary: 'Let a user choose a new password by a one-time link, mailed or shown in this answer; for administrators',
    body: ResetCreate,
    bodyOptional: true,
    replies: { 200: ResetCreated },
    refusals: {
      404: ['accounts.no_such_user'],
      409: [
        'accounts.reset_of_disabled_account',
        'accounts.reset_of_own_account',
        'accounts.reset_without_address',
        'accounts.reset_without_mail_server',
      ],
      502: ['accounts.reset_not_sent'],
    },
    handle: (ctx, { params, body }) => createReset(ctx, params.userId, body?.delivery),
  }),
  route.post('/api/v2/passwordReset/', 'resetPassword', {
    summary: 'Choose a new password with a one-time link; ends every session of the account',
    access: 'public',
    body: PasswordReset,
    replies: { 204: null },
    refusals: { 403: ['accounts.other_site', 'accounts.wrong_reset_token'], 422: ['accounts.wrong_password'] },
    handle: (ctx, { body, headers }) => applyReset(ctx, body, headers),
  }),
];

export const setupRoutes = [
  route.get('/api/v2/setup/', 'getSetup', {
    summary: 'Whether the first administrator is still to be made',
    access: 'public',
    replies: { 200: SetupState },
    handle: (ctx) => setupState(ctx),
  }),
  route.post('/api/v2/setup/', 'setUp', {
    summary: 'Make the first administrator with a one-time link, and sign them in',
    access: 'public',
    body: Setup,
    replies: { 200: Session },
    refusals: {
      403: ['accounts.other_site', 'accounts.wrong_setup_token'],
      409: ['accounts.already_set_up'],
      422: ['accounts.wrong_password'],
    },
    handle: (ctx, { body, headers }) => setUp(ctx, body, headers),
  }),
];
