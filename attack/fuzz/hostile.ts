import type { Random } from '../http/random.ts';

const LONG = 100_000;
/** Longer than the query any proxy takes, and longer than the limit of our own. */
const LONG_QUERY = 9_000;

/** Texts that have broken programs before. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202etxt.exe',
  'ﷺ'.repeat(50),
  "' OR 1=1 --",
  '"; drop table users; --',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
  '${7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  'true',
  '-1',
  '1e400',
  '9'.repeat(400),
  '2024-02-31',
  '0000-00-00T00:00:00Z',
  '+999999-01-01T00:00:00Z',
  '=cmd|calc',
  '\r\nx-injected: 1',
  'x'.repeat(256),
  'x'.repeat(LONG),
];

/** JSON text for a value that does not fit; text, because numbers such as 1e400 have no value in JavaScript. */
export function hostileJson(random: Random): string {
  const make = random.pick([
    () => JSON.stringify(random.pick(TEXTS)),
    () => random.pick(['null', 'true', '[]', '{}', '0', '-1', '1.5', '""']),
    () => random.pick(['1e400', '-1e400', '1e-400', '9007199254740993', '-9223372036854775809', '9'.repeat(5_000)]),
    () => '['.repeat(2_000) + ']'.repeat(2_000),
    () => `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
    () => `[${Array(5_000).fill('1').join(',')}]`,
    () => '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    () => '{"a":1,"a":2}',
  ]);
  return make();
}

/** Lone surrogates cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?'));

/** A value for a query string, already encoded where it should be, and not where it should not. */
export function hostileQuery(random: Random): string {
  return random.pick([
    () => encoded(random.pick(TEXTS)).slice(0, LONG_QUERY),
    () => 'x'.repeat(LONG_QUERY),
    () => '%00',
    () => '%ff%fe',
    () => '%',
    () => '%zz',
    () => '-1',
    () => '99999999999999999999',
    () => '1e3',
    () => 'a&b=c',
    () => '[]=1',
    () => '2024-01-01T00:00:00Z&limit=100000000',
  ])();
}

/** A piece of a path. */
export function hostilePath(random: Random): string {
  return random.pick([
    () => random.hex(24),
    () => 'x',
    () => '%00',
    () => '%ff',
    () => '%2e%2e%2f%2e%2e%2fetc',
    () => 'a'.repeat(1_200),
    () => encoded(random.pick(TEXTS)).slice(0, 900) || '%20',
    () => '-1',
    () => '0',
    () => random.hex(23),
    () => `${random.hex(24)}%20`,
    () => random.hex(24).toUpperCase(),
  ])();
}

const TYPES: readonly string[] = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'text/csv',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'garbage',
  '/',
  'application/json, text/csv',
];

/** Headers that a careless program trusts. */
export function hostileHeaders(random: Random): Record<string, string> {
  return random.pick<() => Record<string, string>>([
    () => ({ 'content-type': random.pick(TYPES) }),
    () => ({ 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'x']) }),
    () => ({ accept: random.pick(['text/html', '*/*;q=0', 'x', 'text/csv', 'application/json;q=nan']) }),
    () => ({ range: random.pick(['bytes=0-', 'bytes=-1', 'bytes=0-0,1-1,2-2', 'bytes=9999999999-', 'x']) }),
    () => ({ 'x-request-id': random.pick(['x'.repeat(5_000), '../../x', '<script>', 'a b']) }),
    () => ({ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' }),
    () => ({ 'x-forwarded-for': random.pick(['x', '::', '1.2.3.4, 5.6.7.8', '9'.repeat(2_000)]) }),
    () => ({ 'x-http-method-override': 'DELETE' }),
    () => ({ authorization: random.pick(['Bearer', 'Bearer  ', 'Basic !!', 'Basic OnB3', 'Digest x', 'Token null']) }),
    () => ({ cookie: `almanac_session=${random.pick(['x', '%00', 'a'.repeat(4_000), '; ; ='])}` }),
    () => ({ 'if-none-match': '*', 'if-modified-since': 'never' }),
    () => ({ origin: 'https://evil.example', 'access-control-request-method': 'DELETE' }),
    () => ({ host: random.pick(['evil.example', '127.0.0.1:1', 'x'.repeat(300)]) }),
    () => ({ 'x-datarobot-model-monitoring-batch-id': random.pick(TEXTS).replace(/[^\x20-\x7e]/g, '') }),
  ])();
}

/** A whole body that is not what the route wants. */
export function hostileBody(random: Random, valid: string): string | Buffer {
  return random.pick<() => string | Buffer>([
    () => '',
    () => '{',
    () => valid.slice(0, Math.floor(valid.length / 2)),
    () => '[]',
    () => 'null',
    () => '"text"',
    () => '\ufeff{}',
    () => Buffer.from('{}', 'utf16le'),
    () => Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    () => `${valid}${valid}`,
    () => '['.repeat(50_000),
    () => `{"x":"${'\\u0000'.repeat(2_000)}"}`,
    () => '--x\r\nContent-Disposition: form-data; name="file"; filename="../../x"\r\n\r\n1\r\n--x--\r\n',
    () => '--x\r\nContent-Disposition: form-data\r\n\r\n1',
    () => 'a=%ff&b=%00&__proto__[x]=1',
  ])();
}
