import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Setting } from './setting-checks.ts';
import { readJobLimits, type SettingName, type SettingValue, settings } from './settings.ts';

export type Installation = 'self-managed' | 'managed-cloud';
export type Release = '6.0' | '6.1' | '6.2';

/** Read once, frozen, passed down. Null means: not set. */
export type Config = ReturnType<typeof readConfig>;

export class ConfigProblem extends Error {}

type Source = Readonly<Record<string, string | undefined>>;

/** Flags win over the environment, the environment over defaults. Every wrong value is named, not only the first. */
export function readConfig(env: Source, flags: Source = {}) {
  const values = settings.map((setting: Setting): SettingValue => {
    const flag = flags[setting.name];
    if (flag !== undefined) return { setting, value: flag, source: 'flag' };
    const given = env[setting.name];
    if (given !== undefined && given !== '') return { setting, value: given, source: 'environment' };
    if (setting.fallback !== undefined) return { setting, value: setting.fallback, source: 'default' };
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
  const number = (name: SettingName, usual = 0) => Number(text(name) ?? usual);
  const numberOrNull = (name: SettingName) => (text(name) === null ? null : number(name));
  const flag = (name: SettingName) => text(name) === 'true';
  const url = (name: SettingName) => text(name)?.replace(/\/+$/, '') ?? null;
  const listed = (name: SettingName): readonly string[] =>
    required(name)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const hostsIn = (name: SettingName) => listed(name).map((one) => one.toLowerCase());
  return Object.freeze({
    host: required('ALMANAC_HOST'),
    port: number('ALMANAC_PORT'),
    dataDir: resolve(required('ALMANAC_DATA_DIR')),
    databaseUrl: text('ALMANAC_DATABASE_URL'),
    storageUrl: text('ALMANAC_STORAGE_URL'),
    redisUrl: text('ALMANAC_REDIS_URL'),
    quotaWhenRedisIsAway: required('ALMANAC_QUOTA_WHEN_REDIS_IS_AWAY') as 'open' | 'closed',
    workers: number('ALMANAC_WORKERS', Math.max(1, availableParallelism() - 1)),
    secretKey: text('ALMANAC_SECRET_KEY'),
    publicUrl: url('ALMANAC_PUBLIC_URL'),
    trustedProxies: required('ALMANAC_TRUSTED_PROXIES'),
    admin: {
      username: text('ALMANAC_ADMIN_USERNAME'),
      password: text('ALMANAC_ADMIN_PASSWORD'),
      apiKey: text('ALMANAC_ADMIN_API_KEY'),
    },
    installation: required('ALMANAC_INSTALLATION') as Installation,
    release: required('ALMANAC_RELEASE') as Release,
    upgraded: flag('ALMANAC_UPGRADED'),
    apiVersion: required('ALMANAC_API_VERSION'),
    serviceKey: text('ALMANAC_SERVICE_KEY'),
    requirePaging: flag('ALMANAC_REQUIRE_PAGING'),
    maxUploadBytes: number('ALMANAC_MAX_UPLOAD_BYTES'),
    allowedInsideHosts: hostsIn('ALMANAC_ALLOWED_INSIDE_HOSTS'),
    workloadOrigin: workloadOrigin(text('ALMANAC_WORKLOAD_ORIGIN'), text('ALMANAC_PUBLIC_URL')),
    shutdownGraceSeconds: number('ALMANAC_SHUTDOWN_GRACE_SECONDS'),
    bodySilenceSeconds: number('ALMANAC_BODY_SILENCE_SECONDS'),
    launchWaitSeconds: number('ALMANAC_LAUNCH_WAIT_SECONDS'),
    fetchAllowedHosts: hostsIn('ALMANAC_FETCH_ALLOWED_HOSTS'),
    webhookAllowedHosts: hostsIn('ALMANAC_WEBHOOK_ALLOWED_HOSTS'),
    smtp: { url: text('ALMANAC_SMTP_URL'), from: required('ALMANAC_SMTP_FROM') },
    metrics: { key: text('ALMANAC_METRICS_KEY'), isPublic: flag('ALMANAC_METRICS_PUBLIC') },
    sql: {
      memoryBytes: number('ALMANAC_SQL_MEMORY_BYTES'),
      temporaryBytes: number('ALMANAC_SQL_TEMP_BYTES'),
      threads: number('ALMANAC_SQL_THREADS', Math.min(4, availableParallelism())),
    },
    jobLimits: readJobLimits(required),
    chunkRows: number('ALMANAC_CHUNK_ROWS'),
    predictionRowsDays: number('ALMANAC_KEPT_ROWS_DAYS'),
    actualsDays: number('ALMANAC_ACTUALS_DAYS'),
    modelCacheBytes: number('ALMANAC_HOT_MODEL_BYTES'),
    scoringThreads: number('ALMANAC_SCORING_THREADS', Math.min(4, availableParallelism())),
    predictionColumns: number('ALMANAC_PREDICTION_COLUMNS'),
    scoringQueueBytes: number('ALMANAC_SCORING_QUEUE_BYTES'),
    recordingBufferBytes: number('ALMANAC_RECORDING_BUFFER_BYTES'),
    storageLowBytes: number('ALMANAC_STORAGE_LOW_BYTES'),
    llm: {
      baseUrl: url('ALMANAC_LLM_BASE_URL'),
      apiKey: text('ALMANAC_LLM_API_KEY'),
      models: listed('ALMANAC_LLM_MODELS'),
      timeoutSeconds: number('ALMANAC_LLM_TIMEOUT_SECONDS'),
      callLimit: numberOrNull('ALMANAC_LLM_CALL_LIMIT'),
      vectorDatabaseLimit: numberOrNull('ALMANAC_VECTOR_DATABASE_LIMIT'),
    },
    embeddings: {
      baseUrl: url('ALMANAC_EMBEDDINGS_BASE_URL'),
      apiKey: text('ALMANAC_EMBEDDINGS_API_KEY'),
      models: listed('ALMANAC_EMBEDDINGS_MODELS'),
    },
    vectorIndex: required('ALMANAC_VECTOR_INDEX') as 'auto' | 'scan',
    allowInsecureProviders: flag('ALMANAC_ALLOW_INSECURE_PROVIDERS'),
    logLevel: required('ALMANAC_LOG_LEVEL'),
    otlpUrl: text('ALMANAC_OTLP_URL'),
    checkReplies: flag('ALMANAC_CHECK_REPLIES'),
    replyRecord: text('ALMANAC_REPLY_RECORD'),
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
