import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call } from '../../support/call.ts';

export const PATH = '/api/v2/datasets/';

/** A multipart body: text parts first, then the file without a type of its own, as the Python client sends it. */
export function form(content: string | Uint8Array, fileName: string, fields: Readonly<Record<string, string>> = {}) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--cut\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--cut--\r\n')]),
  };
}

export const upload = (content: string | Uint8Array, fileName = 'sales.csv', path = 'fromFile/', key?: string) =>
  call('POST', PATH + path, { ...form(content, fileName), ...(key === undefined ? {} : { key }) });

/** Polls as clients do: until 303, or a status that is neither waiting nor running. */
export async function ended(begun: Answer, key?: string): Promise<Answer> {
  const path = new URL(begun.headers.get('location') ?? '').pathname;
  for (;;) {
    const status = await call('GET', path, key === undefined ? {} : { key });
    if (status.status !== 200 || !['INITIALIZED', 'RUNNING'].includes(status.body.status)) return status;
    await pause(50);
  }
}

/** A dataset made over the API; answers its id and that of its version. */
export async function aDataset(content = 'a,b\n1,x\n2,y\n', fileName = 'sales.csv', key?: string) {
  const begun = await upload(content, fileName, 'fromFile/', key);
  const { status } = await ended(begun, key);
  if (status !== 303) throw new Error(`The dataset could not be made: ${begun.text}`);
  return { id: begun.body.catalogId as string, versionId: begun.body.catalogVersionId as string };
}
