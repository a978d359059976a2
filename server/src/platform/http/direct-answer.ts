import type { ServerResponse } from 'node:http';
import { stringifyJson } from '../json.ts';
import { type Problem, renderProblem } from './problem.ts';
import { byteHeaders, isByteReply, isLive, type LiveContent } from './reply.ts';
import type { Answer, RouteRecord } from './route.ts';
import { asReply, checkReply } from './send-answer.ts';

type Headers = Readonly<Record<string, string>>;

/** A promise only for live content: settled when all of it has left, or nobody reads it any more. */
export function writeAnswer(
  res: ServerResponse,
  base: Headers,
  answer: Answer,
  check: RouteRecord | null,
): Promise<void> | null {
  if (isByteReply(answer)) {
    const { status, content } = answer;
    const headers = { ...base, ...byteHeaders(answer) };
    if (typeof content === 'string' || Buffer.isBuffer(content)) end(res, status, headers, content);
    else if (isLive(content)) return flow(res, status, headers, content);
    else throw new Error('A stream cannot leave the direct way');
    return null;
  }
  const reply = asReply(answer);
  if (check !== null) checkReply(check, reply);
  const text = reply.written ?? stringifyJson(reply.body ?? null);
  end(res, reply.status, { ...base, ...reply.headers, 'content-type': 'application/json' }, text);
  return null;
}

export function writeProblem(
  res: ServerResponse,
  base: Headers,
  refusal: Problem,
  { errors = 'message' }: RouteRecord,
): void {
  // What is left of the body is not read: the connection cannot carry another request.
  const last: Headers = refusal.status === 408 || refusal.status === 413 ? { connection: 'close' } : {};
  const headers = { ...base, ...refusal.headers, ...last, 'content-type': 'application/json' };
  end(res, refusal.status, headers, stringifyJson(renderProblem(refusal, errors)));
}

function flow(res: ServerResponse, status: number, headers: Headers, content: LiveContent): Promise<void> {
  return new Promise((resolve) => {
    res.once('close', () => {
      content.cancel();
      resolve();
    });
    if (res.destroyed) {
      content.cancel();
      resolve();
      return;
    }
    res.on('drain', () => content.resume());
    res.writeHead(status, headers);
    content.flowInto({
      write: (piece) => res.write(piece),
      end: (last) => {
        res.end(last);
      },
    });
  });
}

/** Head and body in one write. */
function end(res: ServerResponse, status: number, headers: Headers, content: string | Buffer): void {
  if (res.headersSent) return;
  // Metrics count it also where the caller hung up and hears nothing of it.
  res.statusCode = status;
  if (res.destroyed) return;
  res.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(content)) }).end(content);
}
