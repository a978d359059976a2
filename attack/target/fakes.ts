import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLlm } from '../../conformance/providers/llm/llm.ts';

/** Services of other people on this machine that a server of our own is allowed to call. */
export interface Fakes {
  readonly service: { readonly url: string };
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export const PAGE = '<!doctype html><script>document.title = "ran"</script>';

/** A service behind a workload: a page, a picture with a script, a cookie. */
async function startService() {
  const server = createServer((request, reply) => {
    const type = request.url?.endsWith('.svg') ? 'image/svg+xml' : 'text/html; charset=utf-8';
    reply.writeHead(200, { 'content-type': type, 'set-cookie': 'almanac_session=stolen; Path=/' }).end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Every setting that lets a server reach these hosts, and no others of this machine. */
export async function startFakes(): Promise<Fakes> {
  const llm = await startLlm();
  const { server, host } = await startService();
  return {
    service: { url: `http://${host}/` },
    settings: {
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_API_KEY: 'attack-llm-key',
      ALMANAC_LLM_MODELS: 'fake/echo',
      ALMANAC_FETCH_ALLOWED_HOSTS: host,
      ALMANAC_WEBHOOK_ALLOWED_HOSTS: host,
      ALMANAC_ALLOWED_INSIDE_HOSTS: host,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await llm.close();
    },
  };
}
