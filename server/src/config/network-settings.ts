import { hosts, origin } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** What is reached from here, and on which host what others wrote is served. */
export const networkSettings = [
  {
    name: 'ALMANAC_ALLOWED_INSIDE_HOSTS',
    fallback: null,
    about:
      'Hosts (name, name:port) and networks (10.0.0.0/8) inside your own network that organizations may reach by any way: ' +
      'datasets, data stores, webhooks, workloads, language models, access-control providers; separated by commas',
    check: hosts,
  },
  {
    name: 'ALMANAC_WORKLOAD_ORIGIN',
    fallback: null,
    about:
      'Origin on which workloads are called, and nothing else is served, such as https://workloads.example.com; without ' +
      'it they are called on the origin of the API',
    check: origin,
  },
] as const satisfies readonly Setting[];
