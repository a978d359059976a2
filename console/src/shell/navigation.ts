import type { LinkProps } from '@tanstack/react-router';
import { type Account, hasDeprecatedTable, type Installation, isPredictionsAdmin } from '../api/accounts.ts';
import type { IconName } from '../parts/icons.tsx';

interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: IconName;
  /** Everybody sees it unless it says otherwise. */
  readonly seenBy?: (account: Account, installation: Installation | undefined) => boolean;
}

interface NavigationSection {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export const isAdministrator = (account: Account): boolean => account.role === 'admin';

export const mayLookAtAccess = (account: Account): boolean =>
  isAdministrator(account) && account.permissions.ENABLE_ACL_SYNCHRONIZATION === true;
const seesDeprecated: NonNullable<NavigationEntry['seenBy']> = (account, installation) =>
  isPredictionsAdmin(account) && installation !== undefined && hasDeprecatedTable(installation);

/** Every entry of the navigation. A part of the platform comes into it with a line here. */
const navigation: readonly NavigationSection[] = [
  {
    title: 'Platform',
    entries: [
      { to: '/', label: 'Home', icon: 'home' },
      { to: '/jobs', label: 'Jobs', icon: 'jobs' },
    ],
  },
  {
    title: 'Data',
    entries: [
      { to: '/datasets', label: 'Datasets', icon: 'dataset' },
      { to: '/recipes', label: 'Recipes', icon: 'recipe' },
      { to: '/calendars', label: 'Calendars', icon: 'calendar' },
      { to: '/use-cases', label: 'Use cases', icon: 'useCase' },
    ],
  },
  {
    title: 'Models',
    entries: [
      { to: '/projects', label: 'Projects', icon: 'chart' },
      { to: '/registry', label: 'Model registry', icon: 'registry' },
      { to: '/deployments', label: 'Deployments', icon: 'rocket' },
      { to: '/batch-predictions', label: 'Batch predictions', icon: 'stack' },
      { to: '/workloads', label: 'Workloads', icon: 'server' },
      { to: '/quotas', label: 'Quotas', icon: 'gauge' },
    ],
  },
  {
    title: 'Generative AI',
    entries: [
      { to: '/playgrounds', label: 'Playgrounds', icon: 'chat' },
      { to: '/vector-databases', label: 'Vector databases', icon: 'vectors' },
      { to: '/llms', label: 'Language models', icon: 'llm' },
    ],
  },
  {
    title: 'Access',
    entries: [{ to: '/access', label: 'Access sync', icon: 'access', seenBy: mayLookAtAccess }],
  },
  {
    title: 'Usage',
    entries: [
      { to: '/usage', label: 'Usage', icon: 'stack' },
      { to: '/manage-predictions', label: 'Manage Predictions', icon: 'old', seenBy: seesDeprecated },
    ],
  },
  {
    title: 'Account',
    entries: [
      { to: '/account/api-keys', label: 'API keys', icon: 'key' },
      { to: '/account/api-token', label: 'API token', icon: 'token' },
      { to: '/account/password', label: 'Password', icon: 'lock' },
      { to: '/account/second-factor', label: 'Second factor', icon: 'shield' },
    ],
  },
  {
    title: 'Administration',
    entries: [
      { to: '/users', label: 'Users', icon: 'user', seenBy: isAdministrator },
      { to: '/groups', label: 'Groups', icon: 'group', seenBy: isAdministrator },
      { to: '/organization', label: 'Organization', icon: 'organization', seenBy: isAdministrator },
      { to: '/feature-flags', label: 'Feature flags', icon: 'flag', seenBy: isAdministrator },
      { to: '/about', label: 'About', icon: 'about' },
    ],
  },
];

export const seenBy = (account: Account, installation?: Installation): readonly NavigationSection[] =>
  navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => entry.seenBy?.(account, installation) ?? true),
    }))
    .filter(({ entries }) => entries.length > 0);
