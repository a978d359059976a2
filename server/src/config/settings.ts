import { totalmem } from 'node:os';
import {
  address,
  hosts,
  modelIds,
  oneOf,
  origin,
  proxies,
  type Setting,
  secretKey,
  wholeNumber,
} from './setting-checks.ts';

/** Every kind of job belongs to one class, which says how long it may run and how much memory it may take. */
export const LIMIT_CLASSES = ['light', 'heavy', 'training', 'scoring'] as const;
export type LimitClass = (typeof LIMIT_CLASSES)[number];

export interface JobLimits {
  readonly timeSeconds: number;
  readonly memoryBytes: number;
}

const GIB = 1024 ** 3;
/** As long as a job may exist in all. */
const LONGEST_SECONDS = 14 * 24 * 3600;
const LEAST_MEMORY = 256 * 1024 ** 2;

const MACHINE_BYTES = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
/** Three quarters of the machine, or of the container: the rest is for the server and its database. */
const MOST_OF_THE_MACHINE = Math.max(LEAST_MEMORY, Math.floor((MACHINE_BYTES * 3) / 4));
const atMost = (bytes: number) => String(Math.min(bytes, MOST_OF_THE_MACHINE));

const timeLimit = <Name extends string>(name: Name, fallback: number, what: string) =>
  ({
    name: `ALMANAC_JOB_TIME_LIMIT_${name}`,
    fallback: String(fallback),
    about: `Seconds that one job may run: ${what}`,
    check: wholeNumber(1, LONGEST_SECONDS),
  }) as const;

const memoryLimit = <Name extends string>(name: Name, fallback: string, what: string) =>
  ({
    name: `ALMANAC_JOB_MEMORY_LIMIT_${name}`,
    fallback,
    about: `Bytes of memory that one job may take: ${what}`,
    check: wholeNumber(LEAST_MEMORY, Number.MAX_SAFE_INTEGER),
  }) as const;

const LIGHT = 'previews of recipes, notifications, prompts and other short work';
const HEAVY = 'reading files, applying recipes, exports, vector databases';
const TRAINING = 'models and what is computed from them; also jobs that wait for one';
const SCORING = 'batch predictions, actuals from a dataset';

/** What one job may take of the machine. */
const jobSettings = [
  timeLimit('LIGHT', 30 * 60, LIGHT),
  timeLimit('HEAVY', 6 * 3600, HEAVY),
  timeLimit('TRAINING', 24 * 3600, TRAINING),
  timeLimit('SCORING', 24 * 3600, SCORING),
  memoryLimit('LIGHT', atMost(2 * GIB), LIGHT),
  memoryLimit('HEAVY', atMost(8 * GIB), HEAVY),
  memoryLimit('TRAINING', String(MOST_OF_THE_MACHINE), TRAINING),
  memoryLimit('SCORING', atMost(8 * GIB), SCORING),
] as const satisfies readonly Setting[];

type JobSettingName = (typeof jobSettings)[number]['name'];

export const timeSetting = (of: LimitClass) =>
  `ALMANAC_JOB_TIME_LIMIT_${of.toUpperCase() as Uppercase<LimitClass>}` as const satisfies JobSettingName;
export const memorySetting = (of: LimitClass) =>
  `ALMANAC_JOB_MEMORY_LIMIT_${of.toUpperCase() as Uppercase<LimitClass>}` as const satisfies JobSettingName;

export function readJobLimits(read: (name: JobSettingName) => string): Readonly<Record<LimitClass, JobLimits>> {
  const limits = (of: LimitClass): JobLimits => ({
    timeSeconds: Number(read(timeSetting(of))),
    memoryBytes: Number(read(memorySetting(of))),
  });
  return { light: limits('light'), heavy: limits('heavy'), training: limits('training'), scoring: limits('scoring') };
}

/** That of the newest official client whose calls are served: with an older one it would warn whenever it connects. */
export const NEWEST_API_VERSION = '2.49';

const NEWEST_MINOR = Number(NEWEST_API_VERSION.split('.')[1]);

const apiVersion = (value: string) => {
  const [, minor] = /^2\.(\d{1,2})$/.exec(value) ?? [];
  return minor !== undefined && Number(minor) <= NEWEST_MINOR
    ? null
    : `must be a version from 2.0 to ${NEWEST_API_VERSION}`;
};

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
    secret: true,
    about: 'PostgreSQL 14 or newer; without it one is started in the data folder',
    check: address('postgres', 'postgresql'),
  },
  {
    name: 'ALMANAC_STORAGE_URL',
    secret: true,
    about: 'S3-compatible store, s3://key:secret@host:port/bucket/prefix; without it files go to the data folder',
    check: address('s3', 's3+http'),
  },
  {
    name: 'ALMANAC_REDIS_URL',
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
  { name: 'ALMANAC_WORKERS', about: 'Worker processes started by serve', check: wholeNumber(0, 256) },
  {
    name: 'ALMANAC_SECRET_KEY',
    secret: true,
    about: 'Encrypts stored secrets; created in the data folder when absent',
    check: secretKey,
  },
  {
    name: 'ALMANAC_PUBLIC_URL',
    about: 'Address clients use, when it cannot be told from their requests',
    check: address('http', 'https'),
  },
  {
    name: 'ALMANAC_TRUSTED_PROXIES',
    fallback: 'loopback',
    about: 'Whose forwarded headers are believed: loopback, none, or addresses and networks separated by commas',
    check: proxies,
  },
  { name: 'ALMANAC_ADMIN_USERNAME', about: 'First administrator, created or kept at start' },
  { name: 'ALMANAC_ADMIN_PASSWORD', secret: true, about: 'Password of the first administrator' },
  { name: 'ALMANAC_ADMIN_API_KEY', secret: true, about: 'API key of the first administrator' },
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
  {
    name: 'ALMANAC_API_VERSION',
    fallback: NEWEST_API_VERSION,
    about: 'Version of the API; an older one, such as 2.34, serves routes and fields that were removed since',
    check: apiVersion,
  },
  {
    name: 'ALMANAC_SERVICE_KEY',
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
    about: 'More hosts and networks inside, for files by URL, buckets and workloads alone, separated by commas',
    check: hosts,
  },
  {
    name: 'ALMANAC_ALLOWED_INSIDE_HOSTS',
    about:
      'Hosts (name, name:port) and networks (10.0.0.0/8) inside your own network that organizations may reach by any way: ' +
      'datasets, data stores, webhooks, workloads, language models, access-control providers; separated by commas',
    check: hosts,
  },
  {
    name: 'ALMANAC_WORKLOAD_ORIGIN',
    about:
      'Origin on which workloads are called, and nothing else is served, such as https://workloads.example.com; without ' +
      'it they are called on the origin of the API',
    check: origin,
  },
  {
    name: 'ALMANAC_MAX_UPLOAD_BYTES',
    fallback: String(20 * 1024 ** 3),
    about: 'Largest uploaded file',
    check: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SHUTDOWN_GRACE_SECONDS',
    fallback: '30',
    about: 'Seconds from the signal to stop until the process has ended, whatever clients and databases do',
    check: wholeNumber(1, 3600),
  },
  {
    name: 'ALMANAC_BODY_SILENCE_SECONDS',
    fallback: '120',
    about: 'Seconds without a byte after which the body of a request is given up (408)',
    check: wholeNumber(1, 3600),
  },
  {
    name: 'ALMANAC_LAUNCH_WAIT_SECONDS',
    fallback: '20',
    about: 'Longest time that creating a deployment waits until it can be used; 0 replies at once',
    check: wholeNumber(0, 600),
  },
  {
    name: 'ALMANAC_WEBHOOK_ALLOWED_HOSTS',
    about: 'More hosts and networks inside, for notifications alone, separated by commas',
    check: hosts,
  },
  {
    name: 'ALMANAC_SMTP_URL',
    secret: true,
    about: 'Mail server for notifications, smtp://user:password@host:port or smtps://; no e-mail when not set',
    check: address('smtp', 'smtps'),
  },
  { name: 'ALMANAC_SMTP_FROM', fallback: 'Almanac <almanac@localhost>', about: 'Sender of e-mail' },
  {
    name: 'ALMANAC_METRICS_KEY',
    secret: true,
    about: 'Key with which /metrics is read from other machines, as Authorization: Bearer <key>',
    check: (value: string) =>
      /^\S{16,}$/.test(value) ? null : 'must have at least 16 characters, none of them a blank',
  },
  {
    name: 'ALMANAC_METRICS_PUBLIC',
    fallback: 'false',
    about: 'Whether /metrics answers everybody; else it takes the key, or a caller on the same machine',
    check: oneOf('true', 'false'),
  },
  // The launcher reads these (bin/supervise.js), the server only shows them.
  {
    name: 'ALMANAC_STANDBY',
    fallback: 'true',
    about:
      'true: serve keeps a loaded process that takes over within moments when the server process ends; false: it is started then',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_NODE',
    fallback: 'bundled',
    about: 'bundled re-executes under the bundled Node when the system one is older than 22; system never does',
    check: oneOf('bundled', 'system'),
  },
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
  {
    name: 'ALMANAC_HOT_MODEL_BYTES',
    fallback: String(1024 ** 3),
    about: 'Memory for models that answer predictions, in the server and again in each scoring thread',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SCORING_THREADS',
    about: 'Threads of the server for large prediction requests; without it all cores, at most 4',
    check: wholeNumber(1, 256),
  },
  {
    name: 'ALMANAC_PREDICTION_COLUMNS',
    fallback: '20000',
    about: 'Most columns of the rows of a prediction request or batch; never fewer than the model itself uses',
    check: wholeNumber(1, 1_000_000),
  },
  {
    name: 'ALMANAC_SCORING_QUEUE_BYTES',
    fallback: String(256 * 1024 ** 2),
    about:
      'Most bytes of large prediction requests of one caller that wait for a scoring thread; more are refused (429)',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_RECORDING_BUFFER_BYTES',
    fallback: String(64 * 1024 ** 2),
    about:
      'Memory of each process for prediction records that cannot be written yet (full or slow disk); beyond it the oldest are dropped',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_STORAGE_LOW_BYTES',
    fallback: String(64 * 1024 ** 2),
    about: 'Free space on the disk of the data folder below which /readyz says degraded',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_ALLOW_INSECURE_PROVIDERS',
    fallback: 'false',
    about: 'Whether access-control connections may use plain http to this machine itself; for tests',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_LLM_BASE_URL',
    about: 'Any OpenAI-compatible language-model service, an address ending in /v1, for all organizations',
    check: address('http', 'https'),
  },
  { name: 'ALMANAC_LLM_API_KEY', secret: true, about: 'Key for that service' },
  {
    name: 'ALMANAC_LLM_MODELS',
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
    about: 'Completed language-model calls each person may make in all; none when not set',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_VECTOR_DATABASE_LIMIT',
    about: 'Vector databases each person may build in all; none when not set',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_EMBEDDINGS_BASE_URL',
    about: 'Any OpenAI-compatible embeddings service, an address ending in /v1; texts are embedded here when not set',
    check: address('http', 'https'),
  },
  { name: 'ALMANAC_EMBEDDINGS_API_KEY', secret: true, about: 'Key for that service' },
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
    about: 'OpenTelemetry collector (OTLP over HTTP); traces are sent when it is set',
    check: address('http', 'https'),
  },
  {
    name: 'ALMANAC_CHECK_REPLIES',
    fallback: 'false',
    about: 'Compare every reply with what its route declares and fail when it differs; for tests, it costs time',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_REPLY_RECORD',
    about: 'File to which each kind of reply of each route is added once, as JSON lines; for tests',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settings)[number]['name'];
