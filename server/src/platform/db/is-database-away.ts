/** Classes of SQLSTATE: connection exceptions. */
const AWAY_CLASS = /^08/;

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND'],
  '57P01', // stopped by its administrator
  '57P02', // another of its processes crashed
  '57P03', // starting, recovering or stopping
  '57P05', // idle for too long
  '53300', // too many connections
  '25006', // it can only be read now: a standby, not yet promoted
]);

/** What the driver, its pool and the query builder say without a code. */
const SAYINGS = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

/** Whether an error means "not now" rather than "wrong": the same statement may well succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message, cause } = error as NodeJS.ErrnoException & { readonly cause?: unknown };
  if (typeof code === 'string') {
    // The socket of a PostgreSQL on this machine is a file; a missing file is something else.
    if (code === 'ENOENT') return syscall === 'connect';
    if (AWAY.has(code) || AWAY_CLASS.test(code)) return true;
  }
  // One for each address of a name that was tried.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return SAYINGS.some((saying) => message.startsWith(saying)) || isDatabaseAway(cause);
}
