import { z } from 'zod';

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

/** What the clients are opened with. How links for the organization count is decided here, not at the provider. */
export type ProviderAConfig = Omit<ConfigA, 'organizationLinks'>;
export type ProviderBConfig = Omit<ConfigB, 'organizationLinks'>;
