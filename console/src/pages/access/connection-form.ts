import type { AclConnection, ConnectionChange, NewConnection } from '../../api/access.ts';

/** What the form holds; empty texts are left out. */
export interface ConnectionForm {
  readonly name: string;
  readonly provider: 'A' | 'B';
  readonly pollSeconds: number | '';
  readonly stalenessMinutes: number | '';
  readonly organizationLinks: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly secret?: 'line' | 'text';
  readonly needed?: boolean;
  /** Says whose documents these are: with another it would be another connection. */
  readonly identity?: true;
  /** Only for providers that are not at their usual address. */
  readonly address?: true;
}

export const configFields: Readonly<Record<'A' | 'B', readonly ConfigField[]>> = {
  A: [
    {
      name: 'serviceAccountKey',
      label: 'Key file of the service account',
      description: 'The JSON file as it is. Stored encrypted and never shown again',
      secret: 'text',
      needed: true,
    },
    { name: 'adminEmail', label: 'E-mail of an administrator', description: 'Read as', needed: true },
    { name: 'domain', label: 'Domain', needed: true, identity: true },
    { name: 'driveUrl', label: 'Drive address', address: true },
    { name: 'activityUrl', label: 'Activity address', address: true },
    { name: 'directoryUrl', label: 'Directory address', address: true },
    { name: 'tokenUrl', label: 'Token address', address: true },
  ],
  B: [
    { name: 'tenantId', label: 'Tenant', description: 'Its id or one of its domains', needed: true, identity: true },
    { name: 'clientId', label: 'Client id', description: 'Of the registered application', needed: true },
    {
      name: 'clientSecret',
      label: 'Client secret',
      description: 'Stored encrypted and never shown again',
      secret: 'line',
    },
    {
      name: 'certificate',
      label: 'Certificate and private key',
      description: 'In place of a secret: both as PEM blocks in one text',
      secret: 'text',
    },
    { name: 'siteIds', label: 'Only these sites', description: 'Optional: ids separated by commas; else all' },
    { name: 'graphUrl', label: 'Graph address', address: true },
    { name: 'loginUrl', label: 'Login address', address: true },
  ],
};

export const EMPTY: ConnectionForm = {
  name: '',
  provider: 'B',
  pollSeconds: 15,
  stalenessMinutes: 60,
  organizationLinks: false,
  fields: {},
};

const sentAs = (name: string, text: string): unknown =>
  name === 'siteIds'
    ? text
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== '')
    : text.trim();

const secondsOf = (form: ConnectionForm) => ({
  pollSeconds: form.pollSeconds === '' ? 15 : form.pollSeconds,
  stalenessLimitSeconds: (form.stalenessMinutes === '' ? 60 : form.stalenessMinutes) * 60,
});

const linksOf = ({ organizationLinks }: ConnectionForm) => ({
  organizationLinks: organizationLinks ? 'tenant' : 'deny',
});

const textsOf = ({ provider, fields }: ConnectionForm) =>
  configFields[provider].map((field) => ({ ...field, text: fields[field.name] ?? '' }));

export function toConnection(form: ConnectionForm): NewConnection {
  const said = textsOf(form).filter(({ text }) => text.trim() !== '');
  return {
    name: form.name,
    provider: form.provider,
    ...secondsOf(form),
    config: { ...Object.fromEntries(said.map(({ name, text }) => [name, sentAs(name, text)])), ...linksOf(form) },
  } as NewConnection; // Which settings a provider needs is in the table above; the server checks them.
}

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';

type Known = Pick<AclConnection, 'name' | 'provider' | 'config' | 'pollSeconds' | 'stalenessLimitSeconds'>;

/** What is known of a connection; its secrets are not, and stay empty. */
export function formOf({ name, provider, config, pollSeconds, stalenessLimitSeconds }: Known): ConnectionForm {
  return {
    name,
    provider,
    pollSeconds,
    stalenessMinutes: stalenessLimitSeconds / 60,
    organizationLinks: config.organizationLinks === 'tenant',
    fields: Object.fromEntries(configFields[provider].map((field) => [field.name, asText(config[field.name])])),
  };
}

/** The settings that differ. A secret left empty stays; another setting left empty is taken out. */
export function toChange(form: ConnectionForm, was: ConnectionForm): ConnectionChange {
  const changed = textsOf(form).filter(
    ({ name, text, secret }) => text !== (was.fields[name] ?? '') && !(secret && text.trim() === ''),
  );
  const config = Object.fromEntries(
    changed.map(({ name, text }) => [name, text.trim() === '' ? null : sentAs(name, text)]),
  );
  const links = form.organizationLinks === was.organizationLinks ? {} : linksOf(form);
  return {
    name: form.name,
    ...secondsOf(form),
    ...(Object.keys({ ...config, ...links }).length === 0 ? {} : { config: { ...config, ...links } }),
  };
}
