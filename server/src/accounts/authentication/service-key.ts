import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';
import type { Actor } from '#platform/http/actor.ts';
import { catalogue, refuse } from '#platform/http/problem.ts';

const ServiceKeyProblems = catalogue({
  missing: {
    status: 401,
    code: 'accounts.no_service_key',
    message: () =>
      'The service-key header is missing. On the managed cloud prediction routes need it; the key is shown under ' +
      'Predictions > Prediction API.',
  },
  wrong: {
    status: 401,
    code: 'accounts.wrong_service_key',
    message: () =>
      'The service-key header does not hold the key of this installation. The key is shown under Predictions > ' +
      'Prediction API; it is not an API key or token.',
  },
});

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The documented name, and the one that published clients send. */
const sentKey = (headers: IncomingHttpHeaders): string | undefined =>
  [headers['service-key'], headers['datarobot-key']].find((value): value is string => typeof value === 'string');

interface Caller {
  readonly config: Pick<Config, 'installation' | 'serviceKey'>;
  readonly actor: Pick<Actor, 'via'>;
}

/**
 * On the managed cloud only; compared in a time that does not depend on how much of the key is right. The pages of the
 * console need none: their session counts only for requests of our own pages (`maySend`).
 */
export function requireServiceKey({ config, actor }: Caller, headers: IncomingHttpHeaders): void {
  const { installation, serviceKey } = config;
  if (installation !== 'managed-cloud') return;
  const key = sentKey(headers);
  if (key === undefined && actor.via === 'session') return;
  const sent = key ?? refuse(ServiceKeyProblems.missing);
  // Without a configured key nothing matches: an installation must not be open because a setting was forgotten.
  if (serviceKey === null || !timingSafeEqual(digest(sent), digest(serviceKey))) refuse(ServiceKeyProblems.wrong);
}
