import { type Logger, pino } from 'pino';

export type { Logger };

/** Secrets never reach the log, wherever in a logged object they sit. */
const REDACTED = ['authorization', 'cookie', 'password', 'totpCode', 'recoveryCode', 'apiKey', 'key', 'api_token'];

export function createLogger(level: string, role: string): Logger {
  return pino({
    level,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  });
}
