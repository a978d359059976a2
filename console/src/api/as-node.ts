import { type ApiCall, address } from './call.ts';
import { printExact } from './exact-json.ts';

/** A call as a program for Node, which brings `fetch` along. The key stays in the environment. */
export function asNode(call: ApiCall<unknown>, origin: string): string {
  const lines = [`const response = await fetch(${JSON.stringify(origin + address(call))}, {`];
  if (call.method !== 'GET') lines.push(`  method: '${call.method}',`);
  const headers = ['Authorization: "Bearer " + process.env.ALMANAC_API_KEY'];
  if (call.file?.raw) headers.push("'Content-Type': 'text/csv'");
  else if (call.body) headers.push("'Content-Type': 'application/json'");
  lines.push(`  headers: { ${headers.join(', ')} },`);
  if (call.file?.raw) lines.push(`  body: await readFile(${JSON.stringify(call.file.name)}),`);
  else if (call.body) lines.push(`  body: JSON.stringify(${printExact(call.body)}),`);
  return [
    ...(call.file?.raw ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...lines,
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
  ].join('\n');
}
