import { type Address, list, page, texts } from './frame.tsx';

export const administrationRoutes = [
  page('users', () => import('../pages/users/users-page.tsx'), 'UsersPage', list),
  page('groups', () => import('../pages/groups/groups-page.tsx'), 'GroupsPage', list),
  page('groups/$groupId', () => import('../pages/groups/group-page.tsx'), 'GroupPage'),
  page('organization', () => import('../pages/organization/organization-page.tsx'), 'OrganizationPage'),
  page('feature-flags', () => import('../pages/feature-flags/feature-flags-page.tsx'), 'FeatureFlagsPage'),
] as const;

export const accountRoutes = [
  page('account/api-keys', () => import('../pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  page('account/api-token', () => import('../pages/api-token/api-token-page.tsx'), 'ApiTokenPage'),
  page('account/password', () => import('../pages/password/password-page.tsx'), 'PasswordPage'),
  page('account/second-factor', () => import('../pages/second-factor/second-factor-page.tsx'), 'SecondFactorPage'),
] as const;

export const platformRoutes = [
  page('/', () => import('../pages/home/home-page.tsx'), 'HomePage'),
  page('jobs', () => import('../pages/jobs/jobs-page.tsx'), 'JobsPage', texts('tab')),
  page('about', () => import('../pages/about/about-page.tsx'), 'AboutPage'),
] as const;

const DAYS = [1, 7, 30, 90];
const days = (address: Address): { days?: number } =>
  DAYS.includes(Number(address.days)) ? { days: Number(address.days) } : {};

export const usageRoutes = [
  page('usage', () => import('../pages/usage/usage-page.tsx'), 'UsagePage', days),
  page(
    'manage-predictions',
    () => import('../pages/manage-predictions/manage-predictions-page.tsx'),
    'ManagePredictionsPage',
  ),
] as const;
