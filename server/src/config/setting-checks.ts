import { isNetwork } from './network.ts';

/** What may be said in a setting: each answers null when the value is fine, else what is wrong with it. */

export const oneOf =
  (...allowed: string[]) =>
  (value: string) =>
    allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;

export const wholeNumber = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
    ? null
    : `must be a whole number from ${least} to ${most}`;

export const address =
  (...schemes: string[]) =>
  (value: string) => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
    return schemes.includes(scheme) ? null : `must be an address that starts with ${schemes.join(':// or ')}://`;
  };

/** Scheme, host and port alone. */
export const origin = (value: string) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isHttp && url.href === `${url.origin}/`
    ? null
    : 'must be an origin like https://workloads.example.com, without a path';
};

export const proxies = (value: string) => {
  const wrong = ['loopback', 'none'].includes(value)
    ? undefined
    : value.split(',').find((one) => !isNetwork(one.trim()));
  return wrong === undefined
    ? null
    : 'must be loopback, none, or addresses like 10.0.0.1 and networks like 10.0.0.0/8 separated by commas';
};

export const hosts = (value: string) => {
  const entry = (one: string) =>
    one.includes('/') ? isNetwork(one) : /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:\d{1,5})?$/i.test(one);
  return value.split(',').every((one) => entry(one.trim()))
    ? null
    : 'must be hosts like files.local or files.local:8443 and networks like 10.0.0.0/8, separated by commas';
};

export const modelIds = (value: string) => {
  const ids = value.split(',').map((one) => one.trim());
  return ids.every((one) => /^[\w.:@-]+(\/[\w.:@-]+)*$/.test(one)) && new Set(ids).size === ids.length
    ? null
    : 'must be different model ids like openai/gpt-4o-mini, separated by commas';
};

export const secretKey = (value: string) =>
  /^[0-9a-f]{64}$/i.test(value) ? null : 'must be 64 hex characters (make one with: openssl rand -hex 32)';

/** Every setting as data: what `almanac config` prints, what the reference page lists, what `readConfig` parses. */
export interface Setting {
  readonly name: string;
  readonly about: string;
  readonly fallback?: string;
  readonly secret?: boolean;
  /** Null when fine, else what is wrong with the value. */
  readonly check?: (value: string) => string | null;
}
