import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Component styles are set as attributes, so styles may be inline; scripts may not, and nothing comes from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** Only in the built page: the development server needs an inline script of its own. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), contentSecurityPolicy],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': server, '/docs': server } },
});
