import { expect, test } from 'vitest';
import { readConfig, type Setting, settings } from '../../src/config/index.ts';
import { namesRead } from './names-read.ts';
import { isForTests, isSource, repositoryFiles, textOf } from './source-files.ts';

/** One of them fits every setting. */
const VALUES = [
  ...[
    'closed',
    'managed-cloud',
    '6.0',
    '2.34',
    'true',
    'false',
    'scan',
    'debug',
    'none',
    '3',
    '100',
    '4000',
    '300000000',
  ],
  ...['ab'.repeat(32), 'https://other.example.org', 'postgres://u:p@db.example.org/x', 's3://k:s@host:9000/bucket'],
  ...['redis://other.example.org', 'smtp://mail.example.org', 'other.example.org', 'other'],
];

const another = ({ fallback, check }: Setting): string | undefined =>
  VALUES.find((value) => value !== fallback && (check?.(value) ?? null) === null);

const withoutValues = (env: Readonly<Record<string, string>>): string =>
  JSON.stringify({ ...readConfig(env), values: null });

/** Read before there is a configuration, by what starts the server. */
const launcher = repositoryFiles
  .filter((file) => /^bin\/.*\.js$/.test(file))
  .map(textOf)
  .join('');
const ofTheServer = settings.filter(({ name }) => !launcher.includes(`env.${name} ===`));

test.each(ofTheServer.map((setting: Setting) => [setting.name, setting] as const))(
  '%s changes the configuration',
  (name, setting) => {
    const value = another(setting);
    expect(value, 'no value of VALUES is allowed').toBeDefined();
    expect(withoutValues({ [name]: value as string })).not.toBe(withoutValues({}));
  },
);

test('everything in the configuration is read by code outside of it', () => {
  const files = repositoryFiles.filter(
    (file) => /^server\/src\/(?!config\/)/.test(file) && isSource(file) && !isForTests(file),
  );
  const read = new Set(files.flatMap((file) => [...namesRead(file)]));
  const places = Object.entries(readConfig({})).flatMap(([group, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [group, ...Object.keys(value)].map((name) => [`${group}.${name}`, name] as const)
      : [[group, group] as const],
  );
  expect(places.filter(([, name]) => !read.has(name)).map(([place]) => place)).toEqual([]);
});
