import { systemTiming } from '#platform/async/retry.ts';
import type { Platform } from '#platform/context.ts';
import { guardedAgent } from '#platform/net/guarded-connect.ts';
import type { ConnectionRow } from './access-sync.tables.ts';
import { openConfig, wrongAddresses } from './connections/config.rules.ts';
import { sharedPaces } from './outbound/pace.ts';
import { openProviderA } from './provider-a/open-provider-a.ts';
import { openProviderB } from './provider-b/open-provider-b.ts';
import { type ProviderClient, ProviderProblem } from './provider-client.ts';

/** Limits are counted by app and tenant, so all connections of this process that share them share their pace. */
const paces = sharedPaces(systemTiming);

/** As many connections as spaces are polled at once; to the open internet and to what is allowed inside. */
const providerAgent = (config: Platform['config']) =>
  guardedAgent(config, 'provider', { connections: 128, headersTimeout: 60_000, bodyTimeout: 60_000 });

export function openClient(platform: Pick<Platform, 'secrets' | 'config'>, row: ConnectionRow): ProviderClient {
  const opened = openConfig(platform, row);
  // The setting may have been taken back since the connection was made.
  const wrong = wrongAddresses(opened.config, platform.config.allowInsecureProviders);
  if (wrong !== null) throw new ProviderProblem('unauthorized', Object.values(wrong).join(' '));
  const network = providerAgent(platform.config);
  if (opened.provider === 'A') {
    const { config } = opened;
    const pace = paces(`A ${config.tokenUrl} ${config.serviceAccountKey.client_email}`);
    return openProviderA(config, systemTiming, pace, network);
  }
  const { config } = opened;
  const pace = paces(`B ${config.loginUrl} ${config.tenantId} ${config.clientId}`);
  return openProviderB(config, systemTiming, pace, network);
}
