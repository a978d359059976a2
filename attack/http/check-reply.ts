import type { AttackRun } from '../attack-run.ts';
import { asCurl, type Outgoing, type Reply } from './send.ts';

/** Signs of insides in a reply: stack traces, our own files, statements and errors of the database. */
const INSIDES = [
  /\n\s+at .+\(?.*:\d+:\d+\)?/,
  /\bnode_modules\b|\bnode:internal\b|\bfile:\/\/\//,
  /(?<![\w/.])\/(home|root|usr|opt|srv|var|tmp|work)\/[\w./-]+/,
  /\b(relation|column) "[\w.]+" (does not exist|of relation)/,
  /\bsyntax error at or near\b|\bduplicate key value violates\b|\bviolates foreign key constraint\b/,
  /\b(TypeError|ReferenceError|RangeError|ZodError|DuckDBError): /,
  /\bCannot read propert(y|ies) of (undefined|null)\b/,
];

/** Stays open until its job has ended, by design. */
const WAITS = /^\/api\/v2\/batchPredictions\/[^/]+\/download\//;

/** Addresses at which somebody else's service answers: its failure is told as 502, 503 or 504. */
const PASSES_ON = /\/(endpoints\/workloads|chat\/completions|externalDataStores|entityNotificationChannels)\b/;

/** Administrators see the settings of the installation. */
const SHOWS_SETTINGS = /^\/api\/v2\/installation\//;

/** Whether a reply is one that any request may get; else a finding. */
export function checkReply(run: AttackRun, outgoing: Outgoing, reply: Reply): boolean {
  const wrong = wrongWith(run, outgoing, reply);
  if (wrong === null) return true;
  const line = asCurl(run.url, outgoing);
  const logged = reply.status >= 500 ? run.local?.logLineWith(String(reply.headers['x-request-id'])) : undefined;
  const seen = `${reply.status} ${reply.failure ?? ''} ${reply.text.slice(0, 200)} ${logged ?? ''}`;
  run.report.finding(`${wrong} at ${outgoing.method} ${outgoing.path.split('?')[0]?.slice(0, 120)}`, line, seen, wrong);
  return false;
}

function wrongWith(run: AttackRun, outgoing: Outgoing, reply: Reply): string | null {
  if (reply.failure === 'unsendable') return null;
  if (reply.failure === 'deadline') return WAITS.test(outgoing.path) ? null : 'No reply in time';
  if (reply.failure !== null) return hungUpWrongly(outgoing, reply);
  if (reply.status >= 500 && !mayFail(outgoing, reply)) return `Status ${reply.status}`;
  if (reply.status >= 400 && showsInsides(reply.text, outgoing)) return 'Insides in a refusal';
  const folder = run.local?.folder;
  if (folder !== undefined && reply.text.includes(folder) && !SHOWS_SETTINGS.test(outgoing.path))
    return 'The data folder in a reply';
  if (reply.status >= 400 && outgoing.method !== 'HEAD' && !isRefusal(reply)) return 'A refusal that is not our JSON';
  return null;
}

/** A body that is refused half-way may end the connection; a small request may not. */
function hungUpWrongly({ body = '' }: Outgoing, { failure }: Reply): string | null {
  return Buffer.byteLength(body) > 60_000 || failure === 'ECONNREFUSED' ? null : 'Connection ended without a reply';
}

const mayFail = ({ path }: Outgoing, { status, headers }: Reply): boolean =>
  status === 501 ||
  status === 507 ||
  (status === 503 && headers['retry-after'] !== undefined) ||
  (status > 501 && status < 505 && PASSES_ON.test(path));

/** Signs of insides that the request itself did not say. */
function showsInsides(text: string, { path, body = '' }: Outgoing): boolean {
  const said = `${decoded(path)} ${body.toString('utf8')}`;
  return INSIDES.some((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found !== undefined && !said.includes(found.trim());
  });
}

/** Piece by piece: other pieces of a hostile path cannot be decoded. */
const decoded = (path: string): string =>
  path.replace(/(%[0-9a-f]{2})+/gi, (piece) => {
    try {
      return decodeURIComponent(piece);
    } catch {
      return piece;
    }
  });

function isRefusal({ headers, text }: Reply): boolean {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return false;
  try {
    const body = JSON.parse(text);
    return ['message', 'detail', 'error', 'errors', 'status'].some((key) => body[key] !== undefined);
  } catch {
    return false;
  }
}
