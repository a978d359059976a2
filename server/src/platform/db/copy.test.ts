import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { copyIn, copyOut } from './copy.ts';

const db = await testDatabase({ migrated: false });
await db.pool.query(`
  create table source (id bigint primary key, words text, data bytea, doc jsonb, at timestamptz, real double precision);
  insert into source select i, case i % 4 when 0 then null when 1 then E'tab\\t line\\n back\\\\slash' else 'x' || i end,
    decode(md5(i::text), 'hex'), case i % 3 when 0 then 'null'::jsonb else jsonb_build_object('i', i) end,
    '2020-01-01'::timestamptz + i * interval '1.000001 s', case i % 5 when 0 then 'NaN' else i / 3.0 end
  from generate_series(1, 20000) i;
  create table target (like source including all)`);

test('rows come out and go in unchanged, more than fit into memory at once', async () => {
  const client = await db.pool.connect();
  const rows: Buffer[] = [];
  for await (const row of copyOut(client, 'copy source to stdout')) rows.push(row);
  expect(Buffer.concat(rows).toString().trimEnd().split('\n')).toHaveLength(20_000);
  await copyIn(client, 'copy target from stdin', Readable.from(rows));
  const { rows: different } = await client.query(
    '(table source except table target) union all (table target except table source)',
  );
  expect(different).toEqual([]);
  client.release();
});

test('the connection is fit for use after a failed copy, either way', async () => {
  const client = await db.pool.connect();
  await expect(copyOut(client, 'copy nothing_there to stdout').toArray()).rejects.toThrow('nothing_there');
  const clash = copyIn(client, 'copy source from stdin', Readable.from([Buffer.from('1\tx\t\\N\t\\N\t\\N\t\\N\n')]));
  await expect(clash).rejects.toThrow('duplicate key');
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('30000\tx\t\\N\t\\N\t\\N\t\\N\n');
      throw new Error('the disk went away');
    })(),
  );
  await expect(copyIn(client, 'copy source from stdin', broken)).rejects.toThrow('the disk went away');
  expect((await client.query('select count(*)::int as n from source')).rows).toEqual([{ n: 20_000 }]);
  client.release();
});
