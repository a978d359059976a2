import type { AttackRun } from '../attack-run.ts';
import { head, RawConnection } from './raw.ts';

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

interface Shape {
  readonly name: string;
  readonly bytes: string | Buffer;
  /** Statuses that show the request was refused as a whole. */
  readonly refused?: boolean;
}

/** Requests whose end two programs would see at different places, and other bytes that are no HTTP. */
const shapes = (run: AttackRun): readonly Shape[] => {
  const post = (headers: Readonly<Record<string, string>>, body: string): string =>
    head(run, 'POST /api/v2/session/', { 'content-type': 'application/json', ...headers }) + body;
  const both = { 'content-length': '4', 'transfer-encoding': 'chunked' };
  const chunk = `0\r\n\r\n${SMUGGLED}`;
  return [
    { name: 'content-length and chunked', bytes: post(both, chunk), refused: true },
    {
      name: 'two lengths',
      bytes: post({ 'content-length': '4\r\ncontent-length: 40' }, `{}  ${SMUGGLED}`),
      refused: true,
    },
    { name: 'a list of lengths', bytes: post({ 'content-length': '4, 40' }, `{}  ${SMUGGLED}`), refused: true },
    { name: 'a signed length', bytes: post({ 'content-length': '+4' }, `{}  ${SMUGGLED}`), refused: true },
    { name: 'an unknown encoding', bytes: post({ 'transfer-encoding': 'xchunked' }, chunk), refused: true },
    { name: 'chunked twice', bytes: post({ 'transfer-encoding': 'chunked, identity' }, chunk), refused: true },
    { name: 'a blank before the colon', bytes: post({ 'transfer-encoding ': 'chunked' }, chunk), refused: true },
    { name: 'a folded header', bytes: post({ 'transfer-encoding': '\r\n chunked' }, chunk), refused: true },
    {
      name: 'a chunk that overflows',
      bytes: post({ 'transfer-encoding': 'chunked' }, 'ffffffffffffffffff\r\nx'),
      refused: true,
    },
    { name: 'a chunk that is no number', bytes: post({ 'transfer-encoding': 'chunked' }, 'zz\r\nx'), refused: true },
    { name: 'a megabyte of headers', bytes: head(run, 'GET /', { 'x-a': 'x'.repeat(1_000_000) }), refused: true },
    {
      name: 'ten thousand headers',
      bytes: `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(10_000)}\r\n`,
      refused: true,
    },
    { name: 'a path of 100,000', bytes: head(run, `GET /${'a'.repeat(100_000)}`, {}), refused: true },
    { name: 'garbage after a request', bytes: `${head(run, 'GET /healthz', {})}\x00\xff garbage\r\n\r\n` },
    { name: 'garbage', bytes: Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0xff, 0xfe]), refused: true },
    { name: 'a bare newline', bytes: 'GET /healthz HTTP/1.1\nhost: x\n\n' },
    { name: 'a request line without an end', bytes: 'G'.repeat(100_000), refused: true },
    { name: 'HTTP/2 by force', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', refused: true },
    { name: 'a full address', bytes: 'GET http://evil.example/api/v2/version/ HTTP/1.1\r\nhost: x\r\n\r\n' },
    { name: 'a tunnel', bytes: 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: x\r\n\r\n' },
    { name: 'an upgrade', bytes: head(run, 'GET /', { connection: 'upgrade', upgrade: 'websocket' }) },
  ];
};

/** None of them may reach a second request, end without a reply for ever, or be answered with a failure of ours. */
export async function attackWithSmuggling(run: AttackRun): Promise<void> {
  await Promise.all(
    shapes(run).map(async ({ name, bytes, refused }) => {
      run.noteRaw(`bytes: ${name}`);
      const connection = new RawConnection(run);
      await connection.write(bytes);
      await connection.replyWithin(20_000);
      connection.end();
      const closed = await connection.closedWithin(20_000);
      const { text, statuses } = connection;
      const line = JSON.stringify(bytes.toString('latin1').slice(0, 300));
      if (text.includes('/smuggled'))
        run.report.finding(`A second request was smuggled in: ${name}`, line, text.slice(0, 300));
      else if (!closed) run.report.finding(`A connection stays open: ${name}`, line, text.slice(0, 300));
      else if (statuses.some((status) => status >= 500 && status !== 501 && status !== 505))
        run.report.finding(`Status ${statuses} for: ${name}`, line, text.slice(0, 300));
      else if (refused === true && statuses.some((status) => status < 400))
        run.report.finding(`Not refused: ${name}`, line, text.slice(0, 300));
      connection.destroy();
    }),
  );
}
