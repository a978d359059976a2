/** This machine, spelled so that a filter may not recognise it. Each is what stands before the port. */
export const LOOPBACKS: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1#@example.com',
];

/** In the short form, one of each family. */
export const SHORT_LOOPBACKS: readonly string[] = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', 'localhost', 'localhost.'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '①②⑦.⓪.⓪.①', 'example.com@127.0.0.1'],
];
