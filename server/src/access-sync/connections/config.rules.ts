import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { FieldErrors } from '#platform/http/problem.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { wrongAddress } from '../outbound/read-only.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'Must be an address that starts with https://' })
  .max(2000)
  .transform((url) => url.replace(/\/+$/, ''));
const text = z.string().min(1).max(1000);
/** How links that open for everybody in the organization count: for nobody, or for every member of the tenant. */
const organizationLinks = z.enum(['deny', 'tenant']).default('deny');

const ServiceAccountKey = z.object({
  client_email: z.string().min(3).max(320),
  private_key: z.string().includes('PRIVATE KEY', { error: 'Must be a private key in PEM form' }).max(20_000),
  private_key_id: z.string().max(200).optional(),
});

const parsedKey = z
  .string()
  .max(50_000)
  .transform((json, context) => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'Is not JSON: send the key file of the service account as it is' });
      return z.NEVER;
    }
  })
  .pipe(ServiceAccountKey);

/** Provider A: a service account with domain-wide delegation. */
export const ConfigA = z.strictObject({
  /** The key file, as an object or as its text. */
  serviceAccountKey: z.union([ServiceAccountKey, parsedKey]),
  adminEmail: z.email(),
  domain: text,
  driveUrl: address.default('https://www.googleapis.com'),
  activityUrl: address.default('https://driveactivity.googleapis.com'),
  directoryUrl: address.default('https://admin.googleapis.com'),
  tokenUrl: address.default('https://oauth2.googleapis.com/token'),
  scopeBase: address.default('https://www.googleapis.com/auth'),
  organizationLinks,
});
export type ConfigA = z.output<typeof ConfigA>;

/** Provider B: an application of the tenant's directory, with a secret or a certificate. */
export const ConfigB = z
  .strictObject({
    tenantId: z.string().regex(/^[A-Za-z0-9.-]{1,255}$/, 'Must be the id or a domain of the tenant'),
    clientId: text,
    clientSecret: text.optional(),
    /** The certificate and its private key, both as PEM blocks in one text. */
    certificate: z
      .string()
      .max(50_000)
      .regex(
        /PRIVATE KEY[\s\S]*CERTIFICATE|CERTIFICATE[\s\S]*PRIVATE KEY/,
        'Must hold a certificate and its private key',
      )
      .optional(),
    graphUrl: address.default('https://graph.microsoft.com'),
    loginUrl: address.default('https://login.microsoftonline.com'),
    /** Only these sites; every site when left out. */
    siteIds: z.array(text).min(1).max(1000).optional(),
    organizationLinks,
  })
  .refine((config) => (config.clientSecret === undefined) !== (config.certificate === undefined), {
    path: ['clientSecret'],
    error: 'Send either clientSecret or certificate',
  });
export type ConfigB = z.output<typeof ConfigB>;

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
