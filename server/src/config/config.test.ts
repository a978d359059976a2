import { expect, test } from 'vitest';
import { ConfigProblem, readConfig, settings } from './index.ts';

test('without any setting everything has a working default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, installation: 'self-managed', upgraded: false });
  expect(config.dataDir).toMatch(/\/data$/);
  expect(Object.isFrozen(config)).toBe(true);
});

test('flags win over the environment, the environment over defaults, and each value says which it is', () => {
  const config = readConfig({ ALMANAC_PORT: '1', ALMANAC_HOST: '::1' }, { ALMANAC_PORT: '2' });
  const source = (name: string) => config.values.find((value) => value.setting.name === name)?.source;
  expect(config.port).toBe(2);
  expect(['ALMANAC_PORT', 'ALMANAC_HOST', 'ALMANAC_RELEASE', 'ALMANAC_PUBLIC_URL'].map(source)).toEqual([
    'flag',
    'environment',
    'default',
    'not set',
  ]);
});

test.each([
  ['ALMANAC_PORT', '70000', 'from 0 to 65535, got "70000"'],
  ['ALMANAC_PORT', '80a', 'whole number'],
  ['ALMANAC_DATABASE_URL', 'mysql://x', 'postgres://'],
  ['ALMANAC_RELEASE', '6.3', 'one of 6.0, 6.1, 6.2'],
  ['ALMANAC_UPGRADED', 'yes', 'one of true, false'],
  ['ALMANAC_SECRET_KEY', 'short', '64 hex characters'],
  ['ALMANAC_TRUSTED_PROXIES', '10.0.0.0/8,proxy.local', 'networks like 10.0.0.0/8'],
  ['ALMANAC_TRUSTED_PROXIES', '10.0.0.0/99', 'networks like'],
  ['ALMANAC_TRUSTED_PROXIES', '10.0.0.0/', 'networks like'],
  ['ALMANAC_FETCH_ALLOWED_HOSTS', 'files.local,http://x', 'hosts like files.local'],
  ['ALMANAC_FETCH_ALLOWED_HOSTS', '10.0.0.0/99', 'networks like'],
  ['ALMANAC_ALLOWED_INSIDE_HOSTS', 'http://llm.local', 'hosts like files.local'],
  ['ALMANAC_WORKLOAD_ORIGIN', 'workloads.example.com', 'an origin like https://workloads.example.com'],
  ['ALMANAC_WORKLOAD_ORIGIN', 'https://workloads.example.com/path', 'without a path'],
  ['ALMANAC_PUBLIC_URL', 'ml.example.com', 'http:// or https://'],
  ['ALMANAC_LLM_BASE_URL', 'llm.local/v1', 'http:// or https://'],
  ['ALMANAC_LLM_MODELS', 'openai/gpt-4o,,x', 'different model ids'],
  ['ALMANAC_LLM_MODELS', 'a,a', 'different model ids'],
  ['ALMANAC_LLM_CALL_LIMIT', '-1', 'whole number'],
])('%s=%s is refused with its name and the remedy', (name, value, reason) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigProblem);
  expect(() => readConfig({ [name]: value })).toThrow(name);
  expect(() => readConfig({ [name]: value })).toThrow(reason);
});

test('workloads cannot have the origin of the console as their own', () => {
  const same = { ALMANAC_PUBLIC_URL: 'https://ml.example.com', ALMANAC_WORKLOAD_ORIGIN: 'https://ML.example.com:443' };
  expect(() => readConfig(same)).toThrow('must be another host than ALMANAC_PUBLIC_URL');
});

test('hosts that may be fetched from are a list', () => {
  expect(readConfig({}).fetchAllowedHosts).toEqual([]);
  const hosts = 'Files.local, files.local:8443,[::1]:80,10.0.0.0/8';
  expect(readConfig({ ALMANAC_FETCH_ALLOWED_HOSTS: hosts }).fetchAllowedHosts).toEqual([
    'files.local',
    'files.local:8443',
    '[::1]:80',
    '10.0.0.0/8',
  ]);
});

test('every wrong setting is named at once, and a secret is never repeated', () => {
  const wrong = () => readConfig({ ALMANAC_PORT: 'x', ALMANAC_SECRET_KEY: 'hush' });
  expect(wrong).toThrow(/ALMANAC_PORT.*ALMANAC_SECRET_KEY/);
  expect(wrong).not.toThrow(/hush/);
});

test('an empty variable counts as not set, and the public address loses its last slash', () => {
  expect(readConfig({ ALMANAC_PORT: '' }).port).toBe(8080);
  expect(readConfig({ ALMANAC_PUBLIC_URL: 'https://ml.example.com/' }).publicUrl).toBe('https://ml.example.com');
});

test('the version of the API is the newest unless an older one is named', () => {
  expect(readConfig({}).apiVersion).toBe('2.49');
  expect(readConfig({ ALMANAC_API_VERSION: '2.34' }).apiVersion).toBe('2.34');
  for (const wrong of ['2.50', '3.0', '2', '2.34.0', 'v2.34'])
    expect(() => readConfig({ ALMANAC_API_VERSION: wrong })).toThrow('must be a version from 2.0 to 2.49');
});

test('names are unique and begin alike', () => {
  const names = settings.map((setting) => setting.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => name.startsWith('ALMANAC_'))).toBe(true);
});
