/**
 * Profiling every column of a Parquet file: types, figures, plots, formats, duplicates, time steps. 1M rows x 20 columns.
 * Peer in the same run: DuckDB's SUMMARIZE of the same file in the same session, which finds fewer things. Rounds of
 * both alternate; the ratio of the medians is the figure. Also a table of 2,000 columns, which has no peer here.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withDuckdb } from '../../server/src/data/duckdb/duckdb-session.ts';
import { profileParquet } from '../../server/src/data/profile/profile-parquet.ts';
import { median, round, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { packageVersion, record } from '../record.ts';

const ROWS = 1_000_000;
const WIDE = 2_000;
const ROUNDS = Number(process.argv[2] ?? 5);

const TABLE = `SELECT i AS id, DATE '2020-01-01' + (i // 1000)::INTEGER AS day, TIMESTAMP '2020-01-01' + to_minutes(i) AS ts,
  (hash(i, 1) % 1000000007) / 1e6 AS f1, (hash(i, 2) % 1000000007) / 1e9 AS f2, (hash(i, 3) % 10000) / 100 AS price,
  hash(i, 4) % 10000 AS quantity, hash(i, 5) % 6 AS small, CASE WHEN i % 3 = 0 THEN NULL ELSE (hash(i, 6) % 1000000007) / 1e9 END AS gaps,
  'store_' || hash(i, 7) % 500 AS store, 'sku_' || hash(i, 8) % 20000 AS sku, ['red', 'green', 'blue'][(hash(i, 9) % 3 + 1)::INTEGER] AS colour,
  hash(i, 10) % 2 = 0 AS flag, CASE WHEN i % 5 > 0 THEN 0 ELSE hash(i, 11) % 100 END AS zeros, md5(i::VARCHAR) AS code,
  'order ' || hash(i, 12) % 1000000 || ' was sent to the customer too late' AS remark, hash(i, 13) % 1000000000 AS big,
  strftime(DATE '2015-01-01' + (hash(i, 14) % 3000)::INTEGER, '%d/%m/%Y') AS written, (hash(i, 15) % 1000) / 10 || '%' AS share, 1 AS constant
  FROM range(${ROWS}) t(i)`;
const WIDE_TABLE = `SELECT ${Array.from({ length: WIDE }, (_, k) => [`(i * ${k}) % 97 AS c${k}`, `'v' || (i * ${k}) % 13 AS c${k}`, `hash(i, ${k}) / 1e18 AS c${k}`][k % 3]).join(', ')}
  FROM range(1000) t(i)`;

const folder = await temporaryFolder();
const [long, wide] = [join(folder, 'long.parquet'), join(folder, 'wide.parquet')];
const threads = Math.min(4, availableParallelism());
const settings = { temporaryBytes: 4 * 1024 ** 3, threads };

try {
  const making = { dataDir: folder, sql: { ...settings, memoryBytes: 6 * 1024 ** 3 } };
  await withDuckdb({ config: making, files: [long, wide], threads: 1 }, async (session) => {
    await session.run(`COPY (${TABLE}) TO '${long}' (FORMAT parquet, COMPRESSION zstd)`);
    await session.run(`COPY (${WIDE_TABLE}) TO '${wide}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`);
  });
  const config = { dataDir: folder, sql: { ...settings, memoryBytes: 512 * 1024 ** 2 } };
  const { ours, peer } = await withDuckdb({ config, files: [long] }, async (session) => {
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let n = 0; n <= ROUNDS; n++) {
      const profiled = await timed(() => profileParquet(session, long));
      const summarized = await timed(() => session.rows(`SUMMARIZE FROM '${long}'`));
      if (n === 0) continue; // warm-up, on both sides
      ours.push(profiled);
      peer.push(summarized);
    }
    return { ours, peer };
  });
  const room = { ...making, sql: { ...making.sql, memoryBytes: 1024 ** 3 } };
  const wideMs = await withDuckdb({ config: room, files: [wide], threads: 1 }, (session) =>
    timed(() => profileParquet(session, wide)),
  );
  const seen = {
    ...{ ms: Math.round(median(ours)), peerMs: Math.round(median(peer)), ratio: round(median(ours) / median(peer)) },
    ...{ wideMs: Math.round(wideMs), memoryMb: Math.round(process.resourceUsage().maxRSS / 1024) },
  };
  record({
    title: 'Profile of every column of a Parquet file',
    work: { rows: ROWS, columns: 20, threads, rounds: ROUNDS },
    note: 'SUMMARIZE finds fewer things: no plots, formats, duplicates or time steps.',
    figures: [
      {
        id: 'profile',
        what: '1,000,000 rows x 20 columns',
        value: seen.ms,
        unit: 'ms',
        peer: { name: 'SUMMARIZE of DuckDB', version: packageVersion('@duckdb/node-api'), value: seen.peerMs },
        ratio: seen.ratio,
      },
      { id: 'wide', what: `1,000 rows x ${WIDE.toLocaleString('en')} columns`, value: seen.wideMs, unit: 'ms' },
      { id: 'memory', what: 'Peak memory of the process', value: seen.memoryMb, unit: 'MB' },
    ],
  });
} finally {
  await removeFolder(folder);
}
