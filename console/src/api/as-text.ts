import { type ApiCall, address } from './call.ts';
import { printExact } from './exact-json.ts';

export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The key stays in the environment, so that what is copied can be shared. */
export function asCurl(call: ApiCall<unknown>, origin: string): string {
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${shellQuoted(origin + address(call))}`];
  if (call.access !== 'public') lines.push('  -H "Authorization: Bearer $ALMANAC_API_KEY"');
  if (call.accept) lines.push(`  -H 'Accept: ${call.accept}'`);
  for (const [name, value] of Object.entries(call.programHeaders ?? {}))
    lines.push(`  -H ${shellQuoted(`${name}: ${value}`)}`);
  if (call.file) lines.push(...curlUpload(call, call.file));
  else if (call.body) {
    lines.push("  -H 'Content-Type: application/json'", `  -d ${shellQuoted(printExact(call.body))}`);
  }
  return lines.join(' \\\n');
}

export function asPython(call: ApiCall<unknown>, origin: string): string {
  const named = [`    ${JSON.stringify(origin + address(call))},`];
  const open = call.access === 'public';
  const headers = { ...(call.accept ? { Accept: call.accept } : {}), ...call.programHeaders };
  const more = Object.entries(headers).map(([name, value]) => `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  if (!open) named.push(`    headers={"Authorization": "Bearer " + os.environ["ALMANAC_API_KEY"]${more.join('')}},`);
  if (call.file) named.push(...pythonUpload(call, call.file));
  else if (call.body) named.push(`    json=${pythonLiteral(call.body)},`);
  const whole = call.accept ? 'print(response.text)' : 'print(response.json())';
  const show = call.method === 'DELETE' ? 'print(response.status_code)' : whole;
  return [
    ...(open ? [] : ['import os']),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(`,
    ...named,
    ')',
    'response.raise_for_status()',
    show,
  ].join('\n');
}

type Upload = NonNullable<ApiCall<unknown>['file']>;

/** Form fields are text; a list travels as JSON. */
export const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function curlUpload({ body = {} }: ApiCall<unknown>, { name, field = 'file', raw }: Upload): string[] {
  if (raw) return [`  --data-binary ${shellQuoted(`@${name}`)}`];
  const fields = Object.entries(body).map(([key, value]) => `  -F ${shellQuoted(`${key}=${fieldText(value)}`)}`);
  return [...fields, `  -F ${shellQuoted(`${field}=@${name}`)}`];
}

function pythonUpload({ body = {} }: ApiCall<unknown>, { name, field = 'file', raw }: Upload): string[] {
  const opened = `open(${JSON.stringify(name)}, "rb")`;
  if (raw) return [`    data=${opened},`];
  const fields = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fieldText(value)]));
  return [
    ...(Object.keys(fields).length > 0 ? [`    data=${pythonLiteral(fields)},`] : []),
    `    files={${JSON.stringify(field)}: ${opened}},`,
  ];
}

/** A JSON value as a Python literal: the two differ in true, false and null only. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonLiteral(inner)}`);
    return `{${pairs.join(', ')}}`;
  }
  return JSON.stringify(value);
}
