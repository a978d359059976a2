import { type ApiCall, get, openGet, openPost, patch, post, remove } from './call.ts';
import type {
  Account,
  ApiKey,
  ApiToken,
  CreatedApiKey,
  CreatedPasswordReset,
  Group,
  GroupText,
  Job,
  Member,
  NewUser,
  Organization,
  Page,
  SecondFactorEnrolment,
  Setup,
  User,
  UserChange,
  Version,
} from './types.ts';

const segment = encodeURIComponent;

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly totpCode?: string;
  readonly recoveryCode?: string;
}

export interface FirstAdministrator {
  readonly token: string;
  readonly username: string;
  readonly password: string;
  readonly email?: string;
}

/** What else may end with the old password. */
export interface Revoking {
  readonly revokeApiKeys: boolean;
  readonly revokeApiToken: boolean;
}

export interface PasswordChange extends Revoking {
  readonly password: string;
  readonly newPassword: string;
  readonly totpCode?: string;
  readonly recoveryCode?: string;
}

export interface PasswordReset extends Revoking {
  readonly token: string;
  readonly newPassword: string;
}

/** Either proves the second factor. */
export type Factor = { readonly totpCode: string } | { readonly recoveryCode: string };

/** Which part of a long list. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Every request the console makes. */
export const calls = {
  version: (): ApiCall<Version> => get('version/'),
  setup: (): ApiCall<Setup> => openGet('setup/'),
  setUp: (first: FirstAdministrator): ApiCall<unknown> => openPost('setup/', { ...first }),
  signIn: (credentials: Credentials): ApiCall<unknown> => openPost('session/', { ...credentials }),
  signOut: (): ApiCall<void> => remove('session/'),
  account: (): ApiCall<Account> => get('account/info/'),
  apiKeys: (): ApiCall<Page<ApiKey>> => get('account/apiKeys/', { limit: 100 }),
  createApiKey: (key: { name: string; expireAt?: string }): ApiCall<CreatedApiKey> => post('account/apiKeys/', key),
  changeApiKey: (id: string, change: { name?: string; expireAt?: string | null }): ApiCall<ApiKey> =>
    patch(`account/apiKeys/${segment(id)}/`, change),
  revokeApiKey: (id: string): ApiCall<void> => remove(`account/apiKeys/${segment(id)}/`),
  apiToken: (): ApiCall<ApiToken> => get('api_token/'),
  replaceApiToken: (credentials: Credentials): ApiCall<ApiToken> => openPost('api_token/', { ...credentials }),
  changePassword: (change: PasswordChange): ApiCall<void> => post('account/password/', { ...change }),
  createPasswordReset: (userId: string): ApiCall<CreatedPasswordReset> =>
    post(`users/${segment(userId)}/passwordReset/`),
  resetPassword: (reset: PasswordReset): ApiCall<void> => openPost('passwordReset/', { ...reset }),
  enrolSecondFactor: (password: string): ApiCall<SecondFactorEnrolment> => post('account/secondFactor/', { password }),
  confirmSecondFactor: (totpCode: string): ApiCall<void> => post('account/secondFactor/confirm/', { totpCode }),
  disableSecondFactor: (proof: { readonly password: string } & Factor): ApiCall<void> =>
    remove('account/secondFactor/', { ...proof }),
  organization: (id: string): ApiCall<Organization> => get(`organizations/${segment(id)}/`),
  users: (organizationId: string, window: Window): ApiCall<Page<User>> =>
    get(`organizations/${segment(organizationId)}/users/`, { ...window }),
  createUser: (user: NewUser): ApiCall<User> => post('users/', { ...user }),
  changeUser: (id: string, change: UserChange): ApiCall<User> => patch(`users/${segment(id)}/`, { ...change }),
  groups: (window: Window): ApiCall<Page<Group>> => get('groups/', { ...window }),
  createGroup: (group: GroupText): ApiCall<Group> => post('groups/', { ...group }),
  group: (id: string): ApiCall<Group> => get(`groups/${segment(id)}/`),
  changeGroup: (id: string, change: GroupText): ApiCall<Group> => patch(`groups/${segment(id)}/`, { ...change }),
  deleteGroup: (id: string): ApiCall<void> => remove(`groups/${segment(id)}/`),
  members: (groupId: string, window: Window): ApiCall<Page<Member>> =>
    get(`groups/${segment(groupId)}/users/`, { ...window }),
  addMember: (groupId: string, username: string): ApiCall<unknown> =>
    post(`groups/${segment(groupId)}/users/`, { users: [{ username }] }),
  removeMember: (groupId: string, userId: string): ApiCall<void> =>
    remove(`groups/${segment(groupId)}/users/`, { users: [{ userId }] }),
  jobs: (): ApiCall<Page<Job>> => get('status/', { limit: 100 }),
  cancelJob: (id: string): ApiCall<void> => remove(`status/${segment(id)}/`),
};
