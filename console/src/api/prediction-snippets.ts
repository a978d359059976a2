import { pythonLiteral, shellQuoted } from './as-text.ts';
import type { InputRow } from './deployments.ts';
import { printExact } from './exact-json.ts';

/** A request to the Prediction API, from a program of one's own. */
export interface PredictionRequest {
  /** The address of the prediction server. */
  readonly server: string;
  /** Null where none is demanded. */
  readonly serviceKey: string | null;
  readonly deploymentId: string;
  readonly maxExplanations: number;
  /** Rows that are part of the program, or a file beside it. */
  readonly content: { readonly rows: readonly InputRow[] } | { readonly file: string };
}

const quote = (text: string): string => JSON.stringify(text);

function urlOf({ server, deploymentId, maxExplanations }: PredictionRequest): string {
  const query = maxExplanations > 0 ? `?maxExplanations=${maxExplanations}` : '';
  return `${server}/predApi/v1.0/deployments/${encodeURIComponent(deploymentId)}/predictions${query}`;
}

/** Without the API key: each language reads it from the environment, so that what is copied can be shared. */
function headersOf({ serviceKey, content }: PredictionRequest): readonly (readonly [string, string])[] {
  const type = 'rows' in content || content.file.toLowerCase().endsWith('.json') ? 'application/json' : 'text/csv';
  return [...(serviceKey === null ? [] : [['service-key', serviceKey] as const]), ['Content-Type', type]];
}

export function curlSnippet(request: PredictionRequest): string {
  const { content } = request;
  return [
    `curl -X POST ${shellQuoted(urlOf(request))}`,
    '  -H "Authorization: Bearer $ALMANAC_API_KEY"',
    ...headersOf(request).map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)}`),
    'rows' in content
      ? `  -d ${shellQuoted(printExact(content.rows))}`
      : `  --data-binary ${shellQuoted(`@${content.file}`)}`,
  ].join(' \\\n');
}

/** Nothing has to be installed for it. */
export function pythonSnippet(request: PredictionRequest): string {
  const { content } = request;
  const read =
    'rows' in content
      ? [`data = json.dumps(${pythonLiteral(content.rows)}).encode()`]
      : [`with open(${quote(content.file)}, "rb") as file:`, '    data = file.read()'];
  return [
    'import json',
    'import os',
    'import urllib.error',
    'import urllib.request',
    '',
    ...read,
    'request = urllib.request.Request(',
    `    ${quote(urlOf(request))},`,
    '    data=data,',
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["ALMANAC_API_KEY"],',
    ...headersOf(request).map(([name, value]) => `        ${quote(name)}: ${quote(value)},`),
    '    },',
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(json.dumps(json.load(response), indent=2))',
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
  ].join('\n');
}

/** For Node, as a module or not. */
export function javascriptSnippet(request: PredictionRequest): string {
  const { content } = request;
  return [
    'async function predict() {',
    ...('rows' in content
      ? [`  const body = JSON.stringify(${printExact(content.rows)});`]
      : [
          '  const { readFile } = await import("node:fs/promises");',
          `  const body = await readFile(${quote(content.file)});`,
        ]),
    `  const response = await fetch(${quote(urlOf(request))}, {`,
    '    method: "POST",',
    '    headers: {',
    '      Authorization: "Bearer " + process.env.ALMANAC_API_KEY,',
    ...headersOf(request).map(([name, value]) => `      ${quote(name)}: ${quote(value)},`),
    '    },',
    '    body,',
    '  });',
    '  const text = await response.text();',
    '  if (!response.ok) throw new Error(text);',
    '  console.log(text);',
    '}',
    '',
    'predict();',
  ].join('\n');
}
