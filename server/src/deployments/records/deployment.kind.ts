import type { SharedKind } from '#accounts';

/** CONSUMER predicts and looks; USER also changes settings and sends actuals; OWNER does everything. */
export const DEPLOYMENT: SharedKind = {
  type: 'deployment',
  title: 'deployment',
  listedAt: 'deployments/',
  brief: true,
  roles: {
    takes: { OWNER: 'OWNER', USER: 'EDITOR', CONSUMER: 'CONSUMER' },
    tells: { OWNER: 'OWNER', EDITOR: 'USER', CONSUMER: 'CONSUMER', OBSERVER: 'CONSUMER' },
  },
};
