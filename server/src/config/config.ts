import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Setting } from './setting-checks.ts';
import {
  type JobLimits,
  type LimitClass,
  readJobLimits,
  type SettingName,
  type SettingValue,
  settings,
} from './settings.ts';

export type Installation = 'self-managed' | 'managed-cloud';
export type Release = '6.0' | '6.1' | '6.2';

/** Read once, frozen, passed down. Null means: not set. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly storageUrl: string | null;
  readonly redisUrl: string | null;
  readonly quotaWhenRedisIsAway: 'open' | 'closed';
  readonly workers: number;
  readonly secretKey: string | null;
  readonly publicUrl: string | null;
  readonly trustedProxies: string;
  readonly admin: {
    readonly username: string | null;
    readonly password: string | null;
    readonly apiKey: string | null;
  };
  readonly installation: Installation;
  readonly release: Release;
  readonly upgraded: boolean;
  /** `2.43`: what was removed in it or before is not served. */
  readonly apiVersion: string;
  readonly serviceKey: string | null;
  readonly requirePaging: boolean;
  readonly maxUploadBytes: number;
  /** `host`, `host:port` or a network inside: what may be reached in every way. */
  readonly allowedInsideHosts: readonly string[];
  /** Where workloads are called, as the only thing there; null: on the origin of the API. */
  readonly workloadOrigin: string | null;
  /** From the signal to stop to the end of the process. */
  readonly shutdownGraceSeconds: number;
  /** Without a byte of a body it is given up. */
  readonly bodySilenceSeconds: number;
  /** `host`, `host:port` or a network: what may be fetched although it is not on the open internet. */
  readonly fetchAllowedHosts: readonly string[];
  /** The same, for where notifications may be posted. */
  readonly webhookAllowedHosts: readonly string[];
  /** Without an address nothing is mailed. */
  readonly smtp: { readonly url: string | null; readonly from: string };
  /** Who may read /metrics besides callers on the same machine. */
  readonly metrics: { readonly key: string | null; readonly isPublic: boolean };
  /** What one piece of SQL work in a job may take. */
  readonly sql: { readonly memoryBytes: number; readonly temporaryBytes: number; readonly threads: number };
  /** How long a job of each class may run, and how much memory it may take. */
  readonly jobLimits: Readonly<Record<LimitClass, JobLimits>>;
  /** Rows of one chunk of a dataset. */
  readonly chunkRows: number;
  /** How long rows that were predicted are kept, where the settings of a deployment ask for them. */
  readonly predictionRowsDays: number;
  /** How long predictions with an association id wait for what really happens. */
  readonly actualsDays: number;
  /** Memory for models that answer, in the server and again in each of its scoring threads. */
  readonly modelCacheBytes: number;
  readonly scoringThreads: number;
  /** Most columns of the rows of a request. */
  readonly predictionColumns: number;
  /** Most bytes of one caller that wait for a scoring thread. */
  readonly scoringQueueBytes: number;
  /** Most bytes of records in memory that are not on disk yet. */
  readonly recordingBufferBytes: number;
  /** Free space below which the server says that it is degraded. */
  readonly storageLowBytes: number;
  readonly allowInsecureProviders: boolean;
  readonly llm: {
    readonly baseUrl: string | null;
    readonly apiKey: string | null;
    readonly models: readonly string[];
    readonly timeoutSeconds: number;
    /** Per person; null means no limit. */
    readonly callLimit: number | null;
    readonly vectorDatabaseLimit: number | null;
  };
  /** Without an address texts are embedded by what is built in. */
  readonly embeddings: {
    readonly baseUrl: string | null;
    readonly apiKey: string | null;
    readonly models: readonly string[];
  };
  /** Whether pgvector is used where the database has it, or never. */
  readonly vectorIndex: 'auto' | 'scan';
  readonly logLevel: string;
  readonly otlpUrl: string | null;
  readonly checkReplies: boolean;
  readonly values: readonly SettingValue[];
}

export class ConfigProblem extends Error {}

type Source = Readonly<Record<string, string | undefined>>;

/** Flags win over the environment, the environment over defaults. Every wrong value is named, not only the first. */
export function readConfig(env: Source, flags: Source = {}): Config {
  const values = settings.map((setting: Setting): SettingValue => {
    const flag = flags[setting.name];
    if (flag !== undefined) return { setting, value: flag, source: 'flag' };
    const given = env[setting.name];
    if (given !== undefined && given !== '') return { setting, value: given, source: 'environment' };
    if (setting.fallback !== null) return { setting, value: setting.fallback, source: 'default' };
    return { setting, value: null, source: 'not set' };
  });
  const wrong = values.flatMap(({ setting, value }) => {
    const reason = value === null ? null : (setting.check?.(value) ?? null);
    return reason === null
      ? []
      : [`${setting.name} ${reason}${setting.secret ? '' : `, got ${JSON.stringify(value)}`}.`];
  });
  if (wrong.length > 0) throw new ConfigProblem(wrong.join(' '));
  const text = (name: SettingName) => values.find((v) => v.setting.name === name)?.value ?? null;
  const required = (name: SettingName) => text(name) ?? '';
  const numberOf = (name: SettingName) => (text(name) === null ? null : Number(text(name)));
  const listed = (name: SettingName) =>
    required(name)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  return Object.freeze({
    host: required('ALMANAC_HOST'),
    port: Number(required('ALMANAC_PORT')),
    dataDir: resolve(required('ALMANAC_DATA_DIR')),
    databaseUrl: text('ALMANAC_DATABASE_URL'),
    storageUrl: text('ALMANAC_STORAGE_URL'),
    redisUrl: text('ALMANAC_REDIS_URL'),
    quotaWhenRedisIsAway: required('ALMANAC_QUOTA_WHEN_REDIS_IS_AWAY') as 'open' | 'closed',
    workers: Number(text('ALMANAC_WORKERS') ?? Math.max(1, availableParallelism() - 1)),
    secretKey: text('ALMANAC_SECRET_KEY'),
    publicUrl: text('ALMANAC_PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    trustedProxies: required('ALMANAC_TRUSTED_PROXIES'),
    admin: {
      username: text('ALMANAC_ADMIN_USERNAME'),
      password: text('ALMANAC_ADMIN_PASSWORD'),
      apiKey: text('ALMANAC_ADMIN_API_KEY'),
    },
    installation: required('ALMANAC_INSTALLATION') as Installation,
    release: required('ALMANAC_RELEASE') as Release,
    upgraded: text('ALMANAC_UPGRADED') === 'true',
    apiVersion: required('ALMANAC_API_VERSION'),
    serviceKey: text('ALMANAC_SERVICE_KEY'),
    requirePaging: text('ALMANAC_REQUIRE_PAGING') === 'true',
    maxUploadBytes: Number(required('ALMANAC_MAX_UPLOAD_BYTES')),
    allowedInsideHosts: listed('ALMANAC_ALLOWED_INSIDE_HOSTS').map((one) => one.toLowerCase()),
    workloadOrigin: workloadOrigin(text('ALMANAC_WORKLOAD_ORIGIN'), text('ALMANAC_PUBLIC_URL')),
    shutdownGraceSeconds: Number(required('ALMANAC_SHUTDOWN_GRACE_SECONDS')),
    bodySilenceSeconds: Number(required('ALMANAC_BODY_SILENCE_SECONDS')),
    fetchAllowedHosts: listed('ALMANAC_FETCH_ALLOWED_HOSTS').map((one) => one.toLowerCase()),
    webhookAllowedHosts: listed('ALMANAC_WEBHOOK_ALLOWED_HOSTS').map((one) => one.toLowerCase()),
    smtp: { url: text('ALMANAC_SMTP_URL'), from: required('ALMANAC_SMTP_FROM') },
    metrics: { key: text('ALMANAC_METRICS_KEY'), isPublic: text('ALMANAC_METRICS_PUBLIC') === 'true' },
    sql: {
      memoryBytes: Number(required('ALMANAC_SQL_MEMORY_BYTES')),
      temporaryBytes: Number(required('ALMANAC_SQL_TEMP_BYTES')),
      threads: Number(text('ALMANAC_SQL_THREADS') ?? Math.min(4, availableParallelism())),
    },
    jobLimits: readJobLimits(required),
    chunkRows: Number(required('ALMANAC_CHUNK_ROWS')),
    predictionRowsDays: Number(required('ALMANAC_KEPT_ROWS_DAYS')),
    actualsDays: Number(required('ALMANAC_ACTUALS_DAYS')),
    modelCacheBytes: Number(required('ALMANAC_HOT_MODEL_BYTES')),
    scoringThreads: Number(text('ALMANAC_SCORING_THREADS') ?? Math.min(4, availableParallelism())),
    predictionColumns: Number(required('ALMANAC_PREDICTION_COLUMNS')),
    scoringQueueBytes: Number(required('ALMANAC_SCORING_QUEUE_BYTES')),
    recordingBufferBytes: Number(required('ALMANAC_RECORDING_BUFFER_BYTES')),
    storageLowBytes: Number(required('ALMANAC_STORAGE_LOW_BYTES')),
    llm: {
      baseUrl: text('ALMANAC_LLM_BASE_URL')?.replace(/\/+$/, '') ?? null,
      apiKey: text('ALMANAC_LLM_API_KEY'),
      models: listed('ALMANAC_LLM_MODELS'),
      timeoutSeconds: Number(required('ALMANAC_LLM_TIMEOUT_SECONDS')),
      callLimit: numberOf('ALMANAC_LLM_CALL_LIMIT'),
      vectorDatabaseLimit: numberOf('ALMANAC_VECTOR_DATABASE_LIMIT'),
    },
    embeddings: {
      baseUrl: text('ALMANAC_EMBEDDINGS_BASE_URL')?.replace(/\/+$/, '') ?? null,
      apiKey: text('ALMANAC_EMBEDDINGS_API_KEY'),
      models: listed('ALMANAC_EMBEDDINGS_MODELS'),
    },
    vectorIndex: required('ALMANAC_VECTOR_INDEX') as 'auto' | 'scan',
    allowInsecureProviders: text('ALMANAC_ALLOW_INSECURE_PROVIDERS') === 'true',
    logLevel: required('ALMANAC_LOG_LEVEL'),
    otlpUrl: text('ALMANAC_OTLP_URL'),
    checkReplies: text('ALMANAC_CHECK_REPLIES') === 'true',
    values,
  });
}

/** Two origins are worth nothing when they are one. */
function workloadOrigin(given: string | null, publicUrl: string | null): string | null {
  if (given === null) return null;
  const { origin, host } = new URL(given);
  if (publicUrl !== null && new URL(publicUrl).host === host)
    throw new ConfigProblem(
      `ALMANAC_WORKLOAD_ORIGIN must be another host than ALMANAC_PUBLIC_URL, got ${origin} twice.`,
    );
  return origin;
}
