import { expect, test } from 'vitest';
import { commonPassword } from './common-password.rules.ts';

const ada = { username: 'ada', email: 'ada.lovelace@example.org' };

test.each([
  'password',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'PassWord',
  'Password1!',
  'P@ssw0rd',
  'p4$$word2024',
  'Summer2025!',
  'let me in',
  'letmein.123',
  'monkey-99',
  'passwordpassword',
  'trustno1trustno1',
])('%s is too common', (password) => {
  expect(commonPassword(password, ada)).toContain('most used');
});

test.each(['aaaaaaaa', 'zyxwvuts', 'abcdefghij', 'xyqxyqxyq', '1234xq!!', '20251231'])(
  '%s is too simple',
  (password) => {
    expect(commonPassword(password, ada)).toContain('too simple');
  },
);

test.each(['ada.lovelace', 'Ada.Lovelace1!', 'ada.lovelace@example.org', '4d4.10v3l4c3'.replace('10', 'lo')])(
  '%s is made of names',
  (password) => {
    expect(commonPassword(password, ada)).toContain('username or e-mail');
  },
);

test.each([
  'correct horse',
  'battery staple',
  'nine tall lighthouses',
  'Xk8#mQ2p',
  'a long password',
  'zw8-kettle-91',
  'пароль длинный',
  `password ${'and more '.repeat(100)}`,
])('%s may be used', (password) => {
  expect(commonPassword(password, ada)).toBeNull();
});

test('the reason never repeats the password', () => {
  expect(commonPassword('trustno1', ada)).not.toContain('trustno1');
});
