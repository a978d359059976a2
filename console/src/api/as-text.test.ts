import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCurl, asPython } from './as-text.ts';
import { type ApiCall, asPublic, get, patch, post, remove, withFile } from './call.ts';

const ORIGIN = 'https://almanac.example.org';

/** What a real shell hands to curl: the text runs with a function in curl's place that prints its arguments. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
  const env = { ...process.env, ALMANAC_API_KEY: 'the-key' };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a GET is an address and a key', () => {
  expect(argumentsOf(asCurl(get('account/apiKeys/', { limit: 100 }), ORIGIN))).toEqual([
    `${ORIGIN}/api/v2/account/apiKeys/?limit=100`,
    '-H',
    'Authorization: Bearer the-key',
  ]);
});

test('whatever a body holds reaches curl unchanged', () => {
  const anyText = fc.string({ unit: fc.oneof(fc.constantFrom("'", '"', '\\', '$', '`', '\n', '!'), fc.string()) });
  fc.assert(
    fc.property(anyText, (name) => {
      const sent = argumentsOf(asCurl(patch('account/apiKeys/{keyId}/', { keyId: '1', body: { name } }), ORIGIN));
      expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ name });
    }),
    { numRuns: 50 },
  );
});

test('signing in needs no key', () => {
  const signIn = asPublic(post('session/', { body: { username: 'ada', password: 'x' } }));
  expect(asCurl(signIn, ORIGIN)).not.toContain('Authorization');
  expect(asPython(signIn, ORIGIN)).not.toContain('os.environ');
});

test('Python has its own words for true, false and null', () => {
  const body = { disabled: true, email: null, roles: [false, 'x"y', 1.5] };
  const call: ApiCall<unknown> = { method: 'PATCH', path: 'users/1/', body };
  expect(asPython(call, ORIGIN)).toBe(
    [
      'import os',
      'import requests',
      '',
      'response = requests.patch(',
      `    "${ORIGIN}/api/v2/users/1/",`,
      '    headers={"Authorization": "Bearer " + os.environ["ALMANAC_API_KEY"]},',
      '    json={"disabled": True, "email": None, "roles": [False, "x\\"y", 1.5]},',
      ')',
      'response.raise_for_status()',
      'print(response.json())',
    ].join('\n'),
  );
});

test('an answer without content is not read as JSON', () => {
  expect(asPython(remove('status/{statusId}/', { statusId: '1' }), ORIGIN)).toContain('print(response.status_code)');
});

test('an upload is a form with the file in it', () => {
  const call = withFile(post('datasets/fromFile/', { body: { categories: ['TRAINING'] } }), "May's sales.csv");
  expect(argumentsOf(asCurl(call, ORIGIN)).slice(-4)).toEqual([
    '-F',
    'categories=["TRAINING"]',
    '-F',
    "file=@May's sales.csv",
  ]);
  expect(asPython(call, ORIGIN)).toContain('files={"file": open("May\'s sales.csv", "rb")}');
});

test('a file may be the whole body', () => {
  const call = withFile(post('deployments/{deploymentId}/predictions', { deploymentId: '1' }), 'rows.csv', true);
  expect(argumentsOf(asCurl(call, ORIGIN)).slice(-2)).toEqual(['--data-binary', '@rows.csv']);
  expect(asPython(call, ORIGIN)).toContain('data=open("rows.csv", "rb")');
});

test('a file for spreadsheets is asked for by its kind', () => {
  const call = { ...get('deprecatedRequests/'), accept: 'text/csv' } as const;
  expect(asCurl(call, 'https://a.example')).toContain("-H 'Accept: text/csv'");
  expect(asPython(call, 'https://a.example')).toContain('"Accept": "text/csv"');
  expect(asPython(call, 'https://a.example')).toContain('print(response.text)');
});

test('what programs have to send besides is a header', () => {
  const call = { ...get('version/'), programHeaders: { 'service-key': "it's" } };
  expect(argumentsOf(asCurl(call, ORIGIN)).slice(-2)).toEqual(['-H', "service-key: it's"]);
  expect(asPython(call, ORIGIN)).toContain(', "service-key": "it\'s"}');
});
