import type { Page } from 'playwright-core';
import { type ApiCall, address } from '../../src/api/call.ts';

/** What takes the pictures of one part: a signed-in page, and the ways to go somewhere and to keep what is seen. */
export interface Camera {
  readonly page: Page;
  readonly open: (path: string) => Promise<void>;
  readonly shoot: (name: string, whole?: boolean) => Promise<void>;
}

/** Sends a call of the console with the session of the page. */
export async function sendFrom<Reply>(page: Page, call: ApiCall<Reply>, file?: string): Promise<Reply> {
  const url = new URL(address(call), page.url());
  const part =
    file === undefined ? undefined : { name: call.file?.name ?? '', mimeType: 'text/csv', buffer: Buffer.from(file) };
  const response = await page.request.fetch(url.href, {
    method: call.method,
    // What a browser says of the console's own pages; the session cookie changes nothing without it.
    headers: { origin: url.origin },
    ...(part ? { multipart: { file: part } } : call.body ? { data: call.body } : {}),
  });
  if (!response.ok()) throw new Error(`${call.method} ${url} answered ${response.status()}: ${await response.text()}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply;
}
