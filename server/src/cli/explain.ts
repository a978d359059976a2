import { ConfigProblem } from '#config';
import { Problem } from '#platform/http/problem.ts';
import { FolderInUse, PostgresProblem } from '#platform/postgres/postgres.ts';
import { CommandProblem, EXIT } from './command.ts';

const NETWORK = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EAI_AGAIN'];
// PostgreSQL's own: wrong password or user, no such database, too many connections, starting up or shutting down.
const DATABASE = ['28P01', '28000', '3D000', '53300', '57P01', '57P03'];

interface Coded {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  readonly path?: string;
}

/** What a person reads when a command fails, and the exit code that goes with it. */
export function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommandProblem) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigProblem)
    return { message: `${error.message} Correct that, or unset it to take the default.`, exitCode: EXIT.usage };
  if (error instanceof FolderInUse) return { message: error.message, exitCode: EXIT.refused };
  if (error instanceof PostgresProblem) return { message: error.message, exitCode: EXIT.unreachable };
  if (error instanceof Problem) return { message: fieldsOf(error), exitCode: EXIT.refused };
  return explainCoded(error instanceof Error ? error : new Error(String(error)));
}

function explainCoded(error: Error & Coded): { message: string; exitCode: number } {
  const { code = '', message } = error;
  const where = error.path ?? [error.address, error.port].filter(Boolean).join(':');
  if (code === 'EADDRINUSE')
    return {
      message: `${where} is taken by another program. Stop it, or choose another port with --port NUMBER.`,
      exitCode: EXIT.refused,
    };
  if (code === 'EADDRNOTAVAIL')
    return {
      message: `${where} is not an address of this machine. Choose another with --host ADDRESS.`,
      exitCode: EXIT.refused,
    };
  if (NETWORK.includes(code) || DATABASE.includes(code))
    return {
      message: `The database cannot be reached: ${message || code}. Check ALMANAC_DATABASE_URL, then run: almanac doctor`,
      exitCode: EXIT.unreachable,
    };
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOENT'].includes(code))
    return {
      message: `${message}. Correct that and try again; almanac doctor checks the usual reasons.`,
      exitCode: EXIT.refused,
    };
  // What none of us foresaw: the place in the code is worth more than a polite sentence.
  const unforeseen = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  if (unforeseen) return { message: `A defect in Almanac; please report it: ${error.stack}`, exitCode: EXIT.refused };
  return { message: message || error.name, exitCode: EXIT.refused };
}

function fieldsOf(problem: Problem): string {
  const fields = Object.entries(problem.fields ?? {})
    .filter(([, wrong]) => !problem.message.includes(wrong))
    .map(([name, wrong]) => `${name}: ${wrong}`);
  return [problem.message, ...fields].join(fields.length > 0 ? '\n  ' : '');
}
