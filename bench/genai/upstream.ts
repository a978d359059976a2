/**
 * The upstream of the gateway's benchmarks in a process of its own: says where it listens. It answers in the wire format
 * of the one the tests use, on bare sockets and from bytes written beforehand: what the instruments need of the cores, the
 * gateway in the middle would have to wait for. The model's name says the pace: `pace-100-20-50` begins after 100 ms and
 * writes 20 words, 50 ms apart.
 */
import { createServer, type Socket } from 'node:net';
import { completion, END, events } from '../../conformance/providers/llm/wire.ts';

interface Answer {
  readonly first: number;
  readonly gap: number;
  /** What goes into the socket, one after the other. */
  readonly writes: readonly Buffer[];
}

const CRLF = '\r\n';
const STREAM_HEAD = `HTTP/1.1 200 OK${CRLF}content-type: text/event-stream; charset=utf-8${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`;
const framed = (text: string): string => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;
const LAST = `0${CRLF}${CRLF}`;

/** By the body of the request; one without a body asks which models there are. */
const written = new Map<string, Answer>([['', { first: 0, gap: 0, writes: json({ object: 'list', data: [] }) }]]);

function answerTo(text: string): Answer {
  const known = written.get(text);
  if (known !== undefined) return known;
  const body = JSON.parse(text);
  const [first = 0, count = 10, gap = 0] = String(body.model).split('-').slice(1).map(Number);
  const answer: Answer = { first, gap, writes: body.stream === true ? streamed(body, count, gap) : whole(body, count) };
  written.set(text, answer);
  return answer;
}

function streamed(body: Parameters<typeof events>[0], count: number, gap: number): Buffer[] {
  const all = [...events(body, 'word '.repeat(count), true), END].map(framed);
  const pieces = [STREAM_HEAD + all[0], ...all.slice(1, -1), `${all.at(-1)}${LAST}`];
  return (gap === 0 ? [pieces.join('')] : pieces).map((piece) => Buffer.from(piece));
}

const whole = (body: Parameters<typeof events>[0], count: number): Buffer[] =>
  json(completion(body, 'word '.repeat(count), true, ''));

function json(value: object): Buffer[] {
  const text = JSON.stringify(value);
  const head = `HTTP/1.1 200 OK${CRLF}content-type: application/json${CRLF}content-length: ${Buffer.byteLength(text)}`;
  return [Buffer.from(`${head}${CRLF}${CRLF}${text}`)];
}

function answer(socket: Socket, { first, gap, writes }: Answer): void {
  let next = 0;
  const write = () => {
    const piece = writes[next++];
    if (piece === undefined || socket.destroyed) return;
    socket.write(piece);
    if (next < writes.length) setTimeout(write, gap);
  };
  if (first === 0) write();
  else setTimeout(write, first);
}

const server = createServer({ noDelay: true }, (socket) => {
  let carry = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    carry += chunk.toString('latin1');
    const head = carry.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(carry)?.[1] ?? 0);
    if (head < 0 || carry.length < head + 4 + length) return;
    const text = carry.slice(head + 4, head + 4 + length);
    carry = carry.slice(head + 4 + length);
    answer(socket, answerTo(text));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}/v1`));
