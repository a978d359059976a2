import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { curlSnippet, javascriptSnippet, type PredictionRequest, pythonSnippet } from './prediction-snippets.ts';

const run = promisify(execFile);
const LANGUAGES = ['cURL', 'Python', 'JavaScript'] as const;
const WRITE = { cURL: curlSnippet, Python: pythonSnippet, JavaScript: javascriptSnippet };

interface Heard {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that notes what it hears and answers `status`. */
async function listening(status = 200): Promise<{ server: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, reply) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ prediction: 7 }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

/** Runs a snippet the way people do: pasted into a shell, or into a file of its language. */
async function runPasted(language: (typeof LANGUAGES)[number], text: string, files: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const options = { cwd: folder, env: { ...process.env, ALMANAC_API_KEY: 'the-key' } };
  if (language === 'cURL') return run('sh', ['-c', text], options);
  const name = language === 'Python' ? 'snippet.py' : 'snippet.js';
  await writeFile(join(folder, name), text);
  return run(language === 'Python' ? 'python3' : process.execPath, [name], options);
}

const requestOf = (server: string, more: Partial<PredictionRequest> = {}): PredictionRequest => ({
  server,
  serviceKey: null,
  deploymentId: '65f000000000000000000001',
  maxExplanations: 0,
  content: { rows: [] },
  ...more,
});

const ROWS = [{ town: 'O\'Higgins "north" \\ $HOME `x` é 😀', size: 12.5, note: null, open: true }];

test.for(LANGUAGES)('%s: rows, both keys and options arrive as they are', async (language) => {
  const { server, heard } = await listening();
  const request = requestOf(server, { serviceKey: "the cloud's key", maxExplanations: 3, content: { rows: ROWS } });
  const { stdout } = await runPasted(language, WRITE[language](request));
  expect(JSON.parse(stdout)).toEqual({ data: [{ prediction: 7 }] });
  const [{ line, headers, body } = { line: '', headers: {}, body: 'null' }] = heard;
  expect(line).toBe('POST /predApi/v1.0/deployments/65f000000000000000000001/predictions?maxExplanations=3');
  expect(headers).toMatchObject({
    authorization: 'Bearer the-key',
    'service-key': "the cloud's key",
    'content-type': 'application/json',
  });
  expect(JSON.parse(body)).toEqual(ROWS);
});

test.for(LANGUAGES)('%s: a file arrives byte by byte, and no key that is not demanded', async (language) => {
  const { server, heard } = await listening();
  const name = "May's rows.csv";
  const content = 'size,town\n1,"a ""b"""\n';
  await runPasted(language, WRITE[language](requestOf(server, { content: { file: name } })), { [name]: content });
  expect(heard[0]?.body).toBe(content);
  expect(heard[0]?.headers['content-type']).toBe('text/csv');
  expect(heard[0]?.headers).not.toHaveProperty('service-key');
});

test.for(['Python', 'JavaScript'] as const)('%s: a refusal ends the program and shows the reason', async (language) => {
  const { server } = await listening(422);
  const failed = await runPasted(language, WRITE[language](requestOf(server))).catch((error) => error);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('{"data":[{"prediction":7}]}')]);
});
