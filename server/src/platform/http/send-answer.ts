import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseJson, stringifyJson } from '../json.ts';
import type { Links } from './links.ts';
import { byteHeaders, isByteReply, isLive, isReply, type Reply, streamOf } from './reply.ts';
import type { RouteRecord } from './route.ts';

/** Turns what a verb answered into bytes. With `check` every reply is compared with the schema it declares. */
export function sendAnswer(record: RouteRecord, reply: FastifyReply, answer: unknown, links: Links, check: boolean) {
  if (isByteReply(answer)) {
    return reply
      .code(answer.status)
      .headers(byteHeaders(answer))
      .send(isLive(answer.content) ? streamOf(answer.content) : answer.content);
  }
  const full = asReply(answer);
  if (check) checkReply(record, full);
  reply.code(full.status);
  if (full.headers) reply.headers(full.headers);
  if (full.location) reply.header('location', links.absolute(full.location));
  if (full.cookies?.length) reply.header('set-cookie', [...full.cookies]);
  if (full.written !== undefined) return sendText(reply, full.written);
  return full.body === undefined ? reply.send() : sendText(reply, stringifyJson(full.body));
}

export const asReply = (answer: unknown): Reply =>
  isReply(answer) ? answer : { kind: 'reply', status: 200, body: answer };

/**
 * Text, so that head and body leave in one write; its type is set in the last hook (`bareJsonType`), because Fastify
 * would add a charset to it here, and clients compare the header for equality.
 */
function sendText(reply: FastifyReply, json: string) {
  reply.isJson = true;
  return reply.send(json);
}

export function bareJsonType(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: DoneWithPayload,
): void {
  if (reply.isJson) reply.header('content-type', 'application/json');
  done(null, payload);
}

type DoneWithPayload = (error: Error | null, payload: unknown) => void;

export function checkReply(record: RouteRecord, answer: Reply): void {
  const schema = record.replies[answer.status];
  if (schema === undefined) throw new Error(`${record.operation} answered ${answer.status}, which it does not declare`);
  schema?.parse(parseJson(Buffer.from(answer.written ?? stringifyJson(answer.body ?? null))));
}
