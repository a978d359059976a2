import { apiSettings } from './api-settings.ts';
import { connectionSettings } from './connection-settings.ts';
import { jobSettings } from './job-settings.ts';
import { metricsSettings } from './metrics-settings.ts';
import { networkSettings } from './network-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { predictionSettings } from './prediction-settings.ts';
import { processSettings } from './process-settings.ts';
import { address, hosts, modelIds, oneOf, proxies, secretKey, wholeNumber } from './setting-checks.ts';

/** Every setting as data: what `almanac config` prints, what the reference page lists, what `readConfig` parses. */
export interface Setting {
  readonly name: string;
  readonly about: string;
  readonly fallback: string | null;
  readonly secret?: boolean;
  /** Null when fine, else what is wrong with the value. */
  readonly check?: (value: string) => string | null;
}

export interface SettingValue {
  readonly setting: Setting;
  readonly value: string | null;
  readonly source: 'flag' | 'environment' | 'default' | 'not set';
}

export const settings = [
  { name: 'ALMANAC_HOST', fallback: '127.0.0.1', about: 'Address to listen on' },
  { name: 'ALMANAC_PORT', fallback: '8080', about: 'Port; 0 takes a free one', check: wholeNumber(0, 65535) },
  { name: 'ALMANAC_DATA_DIR', fallback: './data', about: 'The only folder Almanac writes to' },
  {
    name: 'ALMANAC_DATABASE_URL',
    fallback: null,
    secret: true,
    about: 'PostgreSQL 14 or newer; without it one is started in the data folder',
    check: address('postgres', 'postgresql'),
  },
  {
    name: 'ALMANAC_STORAGE_URL',
    fallback: null,
    secret: true,
    about: 'S3-compatible store, s3://key:secret@host:port/bucket/prefix; without it files go to the data folder',
    check: address('s3', 's3+http'),
  },
  {
    name: 'ALMANAC_REDIS_URL',
    fallback: null,
    secret: true,
    about: 'Redis or Valkey shared by several servers',
    check: address('redis', 'rediss'),
  },
  {
    name: 'ALMANAC_QUOTA_WHEN_REDIS_IS_AWAY',
    fallback: 'open',
    about:
      'open: each server holds limits by its own count until Redis is back; closed: limited calls are refused (503)',
    check: oneOf('open', 'closed'),
  },
  { name: 'ALMANAC_WORKERS', fallback: null, about: 'Worker processes started by serve', check: wholeNumber(0, 256) },
  {
    name: 'ALMANAC_SECRET_KEY',
    fallback: null,
    secret: true,
    about: 'Encrypts stored secrets; created in the data folder when absent',
    check: secretKey,
  },
  {
    name: 'ALMANAC_PUBLIC_URL',
    fallback: null,
    about: 'Address clients use, when it cannot be told from their requests',
    check: address('http', 'https'),
  },
  {
    name: 'ALMANAC_TRUSTED_PROXIES',
    fallback: 'loopback',
    about: 'Whose forwarded headers are believed: loopback, none, or addresses and networks separated by commas',
    check: proxies,
  },
  { name: 'ALMANAC_ADMIN_USERNAME', fallback: null, about: 'First administrator, created or kept at start' },
  { name: 'ALMANAC_ADMIN_PASSWORD', fallback: null, secret: true, about: 'Password of the first administrator' },
  { name: 'ALMANAC_ADMIN_API_KEY', fallback: null, secret: true, about: 'API key of the first administrator' },
  {
    name: 'ALMANAC_INSTALLATION',
    fallback: 'self-managed',
    about: 'Kind of installation; decides which deprecated routes exist',
    check: oneOf('self-managed', 'managed-cloud'),
  },
  { name: 'ALMANAC_RELEASE', fallback: '6.1', about: 'Release line', check: oneOf('6.0', '6.1', '6.2') },
  {
    name: 'ALMANAC_UPGRADED',
    fallback: 'false',
    about: 'Whether this installation was upgraded from a release before 6.0',
    check: oneOf('true', 'false'),
  },
  ...apiSettings,
  {
    name: 'ALMANAC_SERVICE_KEY',
    fallback: null,
    secret: true,
    about: 'Key that prediction routes demand on the managed cloud',
  },
  {
    name: 'ALMANAC_REQUIRE_PAGING',
    fallback: 'true',
    about: 'Whether quota lists demand offset and limit, as specified',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_FETCH_ALLOWED_HOSTS',
    fallback: null,
    about: 'More hosts and networks inside, for files by URL, buckets and workloads alone, separated by commas',
    check: hosts,
  },
  ...networkSettings,
  ...connectionSettings,
  ...notificationSettings,
  ...metricsSettings,
  ...processSettings,
  {
    name: 'ALMANAC_SQL_MEMORY_BYTES',
    fallback: String(512 * 1024 ** 2),
    about: 'Memory one piece of SQL work (an ingest, a recipe) may take before it spills to disk',
    check: wholeNumber(64 * 1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SQL_TEMP_BYTES',
    fallback: String(20 * 1024 ** 3),
    about: 'Disk one piece of SQL work may spill to',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SQL_THREADS',
    fallback: null,
    about: 'Threads of one piece of SQL work; without it all cores, at most 4',
    check: wholeNumber(1, 256),
  },
  ...jobSettings,
  {
    name: 'ALMANAC_CHUNK_ROWS',
    fallback: '100000',
    about: 'Rows of one chunk of a dataset that models learn from chunk by chunk',
    check: wholeNumber(2, 10_000_000),
  },
  {
    name: 'ALMANAC_KEPT_ROWS_DAYS',
    fallback: '90',
    about: 'Days for which predicted rows are kept, for deployments whose settings ask for that',
    check: wholeNumber(1, 36_500),
  },
  {
    name: 'ALMANAC_ACTUALS_DAYS',
    fallback: '365',
    about: 'Days for which predictions with an association id wait for their actuals',
    check: wholeNumber(1, 36_500),
  },
  ...predictionSettings,
  {
    name: 'ALMANAC_ALLOW_INSECURE_PROVIDERS',
    fallback: 'false',
    about: 'Whether access-control connections may use plain http to this machine itself; for tests',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_LLM_BASE_URL',
    fallback: null,
    about: 'Any OpenAI-compatible language-model service, an address ending in /v1, for all organizations',
    check: address('http', 'https'),
  },
  { name: 'ALMANAC_LLM_API_KEY', fallback: null, secret: true, about: 'Key for that service' },
  {
    name: 'ALMANAC_LLM_MODELS',
    fallback: null,
    about: 'Catalogue ids of its models, separated by commas; sent on without what is before the first slash',
    check: modelIds,
  },
  {
    name: 'ALMANAC_LLM_TIMEOUT_SECONDS',
    fallback: '600',
    about: 'How long a language model may be silent, before its first word and between two',
    check: wholeNumber(1, 86_400),
  },
  {
    name: 'ALMANAC_LLM_CALL_LIMIT',
    fallback: null,
    about: 'Completed language-model calls each person may make in all; none when not set',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_VECTOR_DATABASE_LIMIT',
    fallback: null,
    about: 'Vector databases each person may build in all; none when not set',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_EMBEDDINGS_BASE_URL',
    fallback: null,
    about: 'Any OpenAI-compatible embeddings service, an address ending in /v1; texts are embedded here when not set',
    check: address('http', 'https'),
  },
  { name: 'ALMANAC_EMBEDDINGS_API_KEY', fallback: null, secret: true, about: 'Key for that service' },
  {
    name: 'ALMANAC_EMBEDDINGS_MODELS',
    fallback: 'text-embedding-3-small',
    about: 'Its embedding models, separated by commas; the first is taken unless another is asked for',
    check: modelIds,
  },
  {
    name: 'ALMANAC_VECTOR_INDEX',
    fallback: 'auto',
    about: 'auto: vectors are searched in pgvector where the database has it; scan: always in the memory of the server',
    check: oneOf('auto', 'scan'),
  },
  {
    name: 'ALMANAC_LOG_LEVEL',
    fallback: 'info',
    about: 'Least level that is logged',
    check: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  {
    name: 'ALMANAC_OTLP_URL',
    fallback: null,
    about: 'OpenTelemetry collector (OTLP over HTTP); traces are sent when it is set',
    check: address('http', 'https'),
  },
  {
    name: 'ALMANAC_CHECK_REPLIES',
    fallback: 'false',
    about: 'Compare every reply with the shape it declares and fail when it differs; for tests, it costs time',
    check: oneOf('true', 'false'),
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settings)[number]['name'];
