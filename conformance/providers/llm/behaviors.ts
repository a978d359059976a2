import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChatBody, completion, END, errorBody, errorEvent, events, replyTo } from './wire.ts';

export interface Turn {
  readonly body: ChatBody;
  /** The request as it came. */
  readonly raw: Buffer;
  readonly response: ServerResponse;
  /** How often this very request has come, this time included. */
  readonly times: number;
}

type Behavior = (turn: Turn) => void | Promise<void>;

const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const fingerprint = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');

function answer({ body, raw, response }: Turn, withUsage = true): void {
  const reply = replyTo(body);
  if (body.stream === true) {
    response.writeHead(200, SSE);
    for (const event of events(body, reply, withUsage)) response.write(event);
    response.end(END);
  } else json(response, 200, completion(body, reply, withUsage, fingerprint(raw)));
}

const brokenOff = new WeakSet<ServerResponse>();

function breakOff(response: ServerResponse): void {
  brokenOff.add(response);
  response.destroy();
}

/** Whether the caller ended it before it was over. */
export const wasHungUp = (response: ServerResponse): boolean => !response.writableEnded && !brokenOff.has(response);

const begin = ({ body, response }: Turn, count: number): void => {
  response.writeHead(200, SSE);
  response.write(events(body, replyTo(body), true).slice(0, count).join(''));
};

/** `pace-20-50-10`: the first word after 20 ms, then 50 words, 10 ms between them. */
async function paced({ body, response }: Turn): Promise<void> {
  const [first = 0, count = 10, gap = 0] = body.model.split('-').slice(1).map(Number);
  await pause(first);
  const all = events(body, 'word '.repeat(count), true);
  if (body.stream !== true) return json(response, 200, completion(body, 'word '.repeat(count), true, ''));
  response.writeHead(200, SSE);
  for (const event of all) {
    if (response.destroyed) return;
    response.write(event);
    if (gap > 0) await pause(gap);
  }
  response.end(END);
}

/** How models of these names behave; every other name answers well. */
export const BEHAVIORS: Readonly<Record<string, Behavior>> = {
  'no-usage': (turn) => answer(turn, false),
  /** Never begins to answer. */
  silent: () => undefined,
  /** Begins, then never says another word. */
  stalled: (turn) => begin(turn, 3),
  cut: (turn) => {
    if (turn.body.stream === true) begin(turn, 3);
    else {
      turn.response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      turn.response.write('{"id":');
    }
    setImmediate(() => breakOff(turn.response));
  },
  malformed: ({ body, response }) => {
    if (body.stream !== true) return json(response, 200, '{"choices": [');
    response.writeHead(200, SSE);
    response.end('<html>this is no event stream</html>');
  },
  'error-stream': (turn) => {
    begin(turn, 3);
    turn.response.end(errorEvent('The model lost its thread'));
  },
  'no-end': ({ body, response }) => {
    response.writeHead(200, SSE);
    response.end(events(body, replyTo(body), true).join(''));
  },
  /** Lines end the other way, and pieces end in the middle of events. */
  shredded: async ({ body, response }) => {
    response.writeHead(200, SSE);
    const text = [...events(body, replyTo(body), true), END].join('').replaceAll('\n', '\r\n');
    for (let at = 0; at < text.length; at += 23) {
      response.write(text.slice(at, at + 23));
      await new Promise(setImmediate);
    }
    response.end();
  },
  busy: ({ response }) =>
    json(response, 429, errorBody('Too many requests', 'rate_limit_exceeded'), { 'retry-after': '30' }),
  'busy-once': (turn) =>
    turn.times === 1
      ? json(turn.response, 429, errorBody('Too many requests', 'rate_limit_exceeded'), { 'retry-after-ms': '5' })
      : answer(turn),
  'dropped-once': (turn) => (turn.times === 1 ? breakOff(turn.response) : answer(turn)),
  broken: ({ response }) => json(response, 500, errorBody('Out of memory', 'server_error')),
  picky: ({ response }) =>
    json(response, 400, errorBody('This model takes no temperature', 'invalid_request_error', 'unsupported_value')),
  unauthorized: ({ response }) => json(response, 401, errorBody('Incorrect API key', 'invalid_request_error')),
};

export const behave = (turn: Turn): void | Promise<void> => {
  const { model } = turn.body;
  const behavior = model.startsWith('pace-') ? paced : Object.hasOwn(BEHAVIORS, model) ? BEHAVIORS[model] : undefined;
  return (behavior ?? answer)(turn);
};
