import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Of every file, since each of them can be opened as a page. */
const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Addresses that are the API's and never a page of the console. */
const API = /^\/+(api|predApi)(\/|$)/;

const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && !API.test(request.url) && (request.headers.accept ?? '').includes('text/html');

export type PageFallback = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Serves the built console; every address that is not the API's opens it, so that links into it can be shared. */
export function serveConsole(app: FastifyInstance, folder: string): PageFallback {
  if (!existsSync(join(folder, 'index.html'))) return () => false;
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      // Built files carry a hash of their content in the name; the page itself must be fetched anew.
      const forever = path.includes(`${join(folder, 'assets')}`);
      reply.headers(PAGE_HEADERS);
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, reply) => {
    if (!wantsPage(request)) return false;
    reply.code(200).sendFile('index.html');
    return true;
  };
}
