import type { Platform } from '#platform/context.ts';
import type { FieldErrors } from '#platform/http/problem.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { wrongAddress } from '../outbound/read-only.ts';
import { ConfigA, ConfigB } from '../provider-config.ts';

/** What is never shown again. */
const SECRETS = ['serviceAccountKey', 'clientSecret', 'certificate'];
const ADDRESSES = ['driveUrl', 'activityUrl', 'directoryUrl', 'tokenUrl', 'graphUrl', 'loginUrl'];
/** What says whose documents these are: with another value it would be another connection. */
const IDENTITY = ['tenantId', 'domain'];

export type Config = ConfigA | ConfigB;
export type Settings = Readonly<Record<string, unknown>>;

export const withoutSecrets = (config: Config): Settings =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !SECRETS.includes(name)));

/** The addresses of the provider, each with the name of its field. */
export const addressesIn = (config: Config): readonly (readonly [string, string])[] =>
  Object.entries(config).flatMap(([name, value]) => (ADDRESSES.includes(name) ? [[name, String(value)] as const] : []));

export function wrongAddresses(config: Config, allowInsecure: boolean): FieldErrors | null {
  const wrong = addressesIn(config).flatMap(([name, address]) => {
    const reason = wrongAddress(address, allowInsecure);
    return reason === null ? [] : [[`config.${name}`, reason] as const];
  });
  return wrong.length > 0 ? Object.fromEntries(wrong) : null;
}

/** The settings with the change in them: null takes one out, and a new proof of who we are replaces the other kind. */
export function mergeConfig(before: Config, change: Settings): Settings {
  const { clientSecret, certificate, ...rest } = before as Settings;
  const kept = 'clientSecret' in change || 'certificate' in change ? rest : { ...rest, clientSecret, certificate };
  return Object.fromEntries(Object.entries({ ...kept, ...change }).filter(([, value]) => value != null));
}

/** Null, or what may not be changed this way. A stored secret is not sent to an address that came without it. */
export function wrongChange(before: Config, after: Config, change: Settings): FieldErrors | null {
  const was = before as Settings;
  const is = after as Settings;
  const wrong = Object.keys(is).flatMap((name): (readonly [string, string])[] => {
    if (was[name] === is[name]) return [];
    if (IDENTITY.includes(name)) return [[`config.${name}`, 'Cannot be changed. Make a new connection for it']];
    const sentSecret = SECRETS.some((secret) => secret in change);
    if (!ADDRESSES.includes(name) || sentSecret) return [];
    return [[`config.${name}`, 'Send the secret again with a new address']];
  });
  return wrong.length > 0 ? Object.fromEntries(wrong) : null;
}

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
