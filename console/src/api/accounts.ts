import { useSuspenseQuery } from '@tanstack/react-query';
import type { BodyOf, ElementOf, ItemOf, ReplyOf, Window } from './call.ts';
import { asPublic, get, patch, post, remove } from './call.ts';
import { callQuery } from './call-query.ts';

export type Account = ReplyOf<'get', 'account/info/'>;
export type Role = Account['role'];
export type ApiKey = ItemOf<'account/apiKeys/'>;
export type Credentials = BodyOf<'post', 'session/'>;
/** What else may end with the old password. */
export type Revoking = Required<Pick<BodyOf<'post', 'passwordReset/'>, 'revokeApiKeys' | 'revokeApiToken'>>;
/** Either proves the second factor. */
export type Factor = { readonly totpCode: string } | { readonly recoveryCode: string };
export type SecondFactorEnrolment = ReplyOf<'post', 'account/secondFactor/'>;
export type CreatedPasswordReset = ReplyOf<'post', 'users/{userId}/passwordReset/'>;
export type User = ItemOf<'organizations/{organizationId}/users/'>;
export type UserChange = BodyOf<'patch', 'users/{userId}/'>;
/** A feature an account may hold. */
export type Permission = ItemOf<'permissions/'>;
export type Group = ReplyOf<'get', 'groups/{groupId}/'>;

export const calls = {
  version: () => get('version/'),
  setup: () => asPublic(get('setup/')),
  setUp: (body: BodyOf<'post', 'setup/'>) => asPublic(post('setup/', { body })),
  signIn: (body: Credentials) => asPublic(post('session/', { body })),
  signOut: () => remove('session/'),
  account: () => get('account/info/'),
  apiKeys: () => get('account/apiKeys/', { limit: 100 }),
  createApiKey: (body: BodyOf<'post', 'account/apiKeys/'>) => post('account/apiKeys/', { body }),
  changeApiKey: (keyId: string, body: BodyOf<'patch', 'account/apiKeys/{keyId}/'>) =>
    patch('account/apiKeys/{keyId}/', { keyId, body }),
  revokeApiKey: (keyId: string) => remove('account/apiKeys/{keyId}/', { keyId }),
  apiToken: () => get('api_token/'),
  replaceApiToken: (body: BodyOf<'post', 'api_token/'>) => asPublic(post('api_token/', { body })),
  changePassword: (body: BodyOf<'post', 'account/password/'>) => post('account/password/', { body }),
  createPasswordReset: (userId: string) => post('users/{userId}/passwordReset/', { userId }),
  resetPassword: (body: BodyOf<'post', 'passwordReset/'>) => asPublic(post('passwordReset/', { body })),
  enrolSecondFactor: (password: string) => post('account/secondFactor/', { body: { password } }),
  confirmSecondFactor: (totpCode: string) => post('account/secondFactor/confirm/', { body: { totpCode } }),
  disableSecondFactor: (body: { readonly password: string } & Factor) => remove('account/secondFactor/', { body }),
  organization: (organizationId: string) => get('organizations/{organizationId}/', { organizationId }),
  users: (organizationId: string, window: Window) =>
    get('organizations/{organizationId}/users/', { organizationId, ...window }),
  createUser: (body: BodyOf<'post', 'users/'>) => post('users/', { body }),
  changeUser: (userId: string, body: UserChange) => patch('users/{userId}/', { userId, body }),
  permissions: () => get('permissions/'),
  groups: (window: Window) => get('groups/', { ...window }),
  createGroup: (body: BodyOf<'post', 'groups/'>) => post('groups/', { body }),
  group: (groupId: string) => get('groups/{groupId}/', { groupId }),
  changeGroup: (groupId: string, body: BodyOf<'patch', 'groups/{groupId}/'>) =>
    patch('groups/{groupId}/', { groupId, body }),
  deleteGroup: (groupId: string) => remove('groups/{groupId}/', { groupId }),
  members: (groupId: string, window: Window) => get('groups/{groupId}/users/', { groupId, ...window }),
  addMember: (groupId: string, username: string) =>
    post('groups/{groupId}/users/', { groupId, body: { users: [{ username }] } }),
  removeMember: (groupId: string, userId: string) =>
    remove('groups/{groupId}/users/', { groupId, body: { users: [{ userId }] } }),
};

export const keys = {
  account: ['account', 'info'],
  apiKeys: ['account', 'apiKeys'],
  apiToken: ['api_token'],
  setup: ['setup'],
  users: ['organizations'],
  groups: ['groups'],
  group: (id: string) => ['groups', id],
} as const;

export const queries = {
  account: () => callQuery(calls.account(), { staleTime: 60_000 }),
  version: () => callQuery(calls.version(), { staleTime: Number.POSITIVE_INFINITY }),
  permissions: () => callQuery(calls.permissions(), { staleTime: Number.POSITIVE_INFINITY }),
};

/** Who is signed in: known before any page inside the shell is drawn. */
export const useAccount = (): Account => useSuspenseQuery(queries.account()).data;

export type Installation = ReplyOf<'get', 'installation/'>;
export type InstallationSetting = ElementOf<NonNullable<Installation['settings']>>;

export const installationCall = () => get('installation/');

export const installationQuery = () => callQuery(installationCall(), { staleTime: Number.POSITIVE_INFINITY });

const PREDICTIONS_ADMIN = 'ENABLE_PREDICTIONS_ADMIN';

export const isPredictionsAdmin = ({ permissions }: Account): boolean => permissions[PREDICTIONS_ADMIN] === true;

/** The table of deprecated routes came with release 6.1 of self-managed installations and left with 6.2. */
export const hasDeprecatedTable = ({ installation, release }: Installation): boolean =>
  installation === 'self-managed' && release === '6.1';
