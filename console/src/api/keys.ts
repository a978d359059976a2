/** Every name under which an answer is kept. Refreshing a key refreshes those that begin with it. */
export const keys = {
  account: ['account'],
  version: ['version'],
  setup: ['setup'],
  apiKeys: ['apiKeys'],
  apiToken: ['apiToken'],
  jobs: ['jobs'],
  organization: (id: string) => ['organization', id],
  users: ['users'],
  groups: ['groups'],
  group: (id: string) => ['groups', id],
} as const;
