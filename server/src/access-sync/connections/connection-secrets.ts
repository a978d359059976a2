import type { Platform } from '#platform/context.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import type { Config } from './config.rules.ts';
import { ConfigA, ConfigB } from './config.schema.ts';

const purpose = (connectionId: string): string => `acl_connections.sealed/${connectionId}`;

export const sealConfig = ({ secrets }: Pick<Platform, 'secrets'>, connectionId: string, config: Config): string =>
  secrets.seal(JSON.stringify(config), purpose(connectionId));

/** The settings with everything secret in them: for the provider's client alone. */
export function openConfig(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, provider, sealed }: Pick<ConnectionRow, 'id' | 'provider' | 'sealed'>,
): { readonly provider: 'A'; readonly config: ConfigA } | { readonly provider: 'B'; readonly config: ConfigB } {
  const json: unknown = JSON.parse(secrets.open(sealed, purpose(id)));
  return provider === 'A' ? { provider, config: ConfigA.parse(json) } : { provider, config: ConfigB.parse(json) };
}
