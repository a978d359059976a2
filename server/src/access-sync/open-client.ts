import type { Platform } from '#platform/context.ts';
import type { ConnectionRow } from './access-sync.tables.ts';
import { wrongAddresses } from './connections/config.rules.ts';
import { openConfig } from './connections/connection-secrets.ts';
import { sharedPaces } from './outbound/pace.ts';
import { systemTiming } from './outbound/timing.ts';
import { openProviderA } from './provider-a/open-provider-a.ts';
import { openProviderB } from './provider-b/open-provider-b.ts';
import { type ProviderClient, ProviderProblem } from './provider-client.ts';

/** Limits are counted by app and tenant, so all connections of this process that share them share their pace. */
const paces = sharedPaces(systemTiming);

export function openClient(platform: Pick<Platform, 'secrets' | 'config'>, row: ConnectionRow): ProviderClient {
  const opened = openConfig(platform, row);
  // The setting may have been taken back since the connection was made.
  const wrong = wrongAddresses(opened.config, platform.config.allowInsecureProviders);
  if (wrong !== null) throw new ProviderProblem('unauthorized', Object.values(wrong).join(' '));
  if (opened.provider === 'A') {
    const { config } = opened;
    return openProviderA(config, systemTiming, paces(`A ${config.tokenUrl} ${config.serviceAccountKey.client_email}`));
  }
  const { config } = opened;
  return openProviderB(config, systemTiming, paces(`B ${config.loginUrl} ${config.tenantId} ${config.clientId}`));
}
