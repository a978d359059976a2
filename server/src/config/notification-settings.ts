import { address, hosts } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** Where messages to people may go. */
export const notificationSettings = [
  {
    name: 'ALMANAC_WEBHOOK_ALLOWED_HOSTS',
    fallback: null,
    about: 'More hosts and networks inside, for notifications alone, separated by commas',
    check: hosts,
  },
  {
    name: 'ALMANAC_SMTP_URL',
    fallback: null,
    secret: true,
    about: 'Mail server for notifications, smtp://user:password@host:port or smtps://; no e-mail when not set',
    check: address('smtp', 'smtps'),
  },
  { name: 'ALMANAC_SMTP_FROM', fallback: 'Almanac <almanac@localhost>', about: 'Sender of e-mail' },
] as const satisfies readonly Setting[];
