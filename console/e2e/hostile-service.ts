import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page of a service does to whoever opens it: it makes an API key of theirs, and says how far it came. */
const page = (console: string) => `<!doctype html><title>no script</title><script>
fetch('${console}/api/v2/account/apiKeys/', {
  method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"name":"stolen"}',
}).then(({ status }) => { document.title = self.origin + ' got ' + status; },
        () => { document.title = self.origin + ' got nothing'; });
</script>`;

/** The same without reading the answer, which no browser refuses to send. */
const form = (console: string) => `<!doctype html><form action="${console}/api/v2/account/apiKeys/" method="post">
<input name="name" value="stolen"></form><script>document.forms[0].submit()</script>`;

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><script>
fetch('/api/v2/account/apiKeys/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"stolen"}' });
</script></svg>`;

export interface HostileService {
  readonly url: string;
  readonly asked: readonly string[];
  /** Where the pages it sends look for the API; the origin they run in unless it is set. */
  aimAt(console: string): void;
  stop(): void;
}

export async function startHostileService(): Promise<HostileService> {
  const asked: string[] = [];
  let target = '';
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.svg')) reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(DRAWING);
    else
      reply
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'almanac_session=chosen' })
        .end(request.url?.endsWith('/form') ? form(target) : page(target));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    aimAt: (console) => {
      target = console;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
