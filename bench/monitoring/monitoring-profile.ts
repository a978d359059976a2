/**
 * Summing up predictions as monitoring does: 1M rows x 50 features of CSV into counts in the bins of a reference, on two
 * threads. Peers in the same run, over the same file: DuckDB's SUMMARIZE on two threads, rounds of both alternating, and
 * Evidently's drift report (PSI), once.
 */
import { execFileSync } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type BinnedProfile,
  edgesFrom,
  mergeBinned,
  type NumberProfile,
  profileColumn,
  readBinned,
} from '@almanac/engine';
import { withDuckdb } from '../../server/src/data/duckdb/duckdb-session.ts';
import { readCsv } from '../../server/src/deployments/scoring/rows/read-csv.ts';
import { layoutFrom } from '../../server/src/monitoring/profiles/layout.ts';
import { median, processorMs, round, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { pythonWith } from '../processes.ts';
import { packageVersion, record } from '../record.ts';
import type { ProfileOrder } from './profile-thread.ts';

const ROWS = 1_000_000;
const [NUMBERS, NAMES] = [40, 10];
const REFERENCE_BYTES = 4 * 1024 ** 2;
const ROUNDS = Number(process.argv[2] ?? 3);
const withPeer = process.argv[3] !== 'quick';

const TABLE = `SELECT ${[
  ...Array.from({ length: NUMBERS }, (_, k) => `round((hash(i, ${k}) % 1000003) / ${10 ** (k % 5)}, 4) AS n${k}`),
  ...Array.from({ length: NAMES }, (_, k) => `'level ' || hash(i, ${100 + k}) % ${3 + 7 * k} AS c${k}`),
].join(', ')} FROM range(${ROWS}) t(i)`;

const folder = await temporaryFolder();
const path = join(folder, 'rows.csv');
const config = { dataDir: folder, sql: { temporaryBytes: 4 * 1024 ** 3, memoryBytes: 2 * 1024 ** 3, threads: 2 } };
interface Accepted {
  readonly clock: number;
  /** Of all threads together: on a busy machine this is what a quiet one would need. */
  readonly processor: number;
}
const taken = async (work: () => Promise<unknown>): Promise<Accepted> => {
  const before = process.cpuUsage();
  const clock = (await timed(work)) / 1000;
  return { clock, processor: processorMs(before) / 1000 };
};
const middleOf = (all: readonly Accepted[], of: keyof Accepted) => round(median(all.map((one) => one[of])));

const names = [
  ...Array.from({ length: NUMBERS }, (_, k) => `n${k}`),
  ...Array.from({ length: NAMES }, (_, k) => `c${k}`),
];
const columns = names.map((name) => ({
  name,
  kind: name.startsWith('n') ? ('numeric' as const) : ('categorical' as const),
  featureType: '',
  dateFormat: null,
  needed: true,
  knownInAdvance: false,
  importance: null,
}));

const ratio = (a: readonly Accepted[], b: readonly Accepted[], of: keyof Accepted) =>
  round(middleOf(a, of) / middleOf(b, of));

/** Bins from the head of the file, as a model's reference has them. */
async function referenceBins(header: string): Promise<ProfileOrder['bins']> {
  const bytes = await bytesAt(0, REFERENCE_BYTES);
  const { frame } = readCsv(bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1), { columns, kept: [] });
  const profiles = frame.columns.map((column) => {
    const profile = profileColumn(column);
    return profile.kind === 'numbers' ? profileColumn(column, edgesFrom(profile as NumberProfile, 10)) : profile;
  });
  if (!header.startsWith(names[0] ?? '')) throw new Error('The file has no header.');
  return layoutFrom(profiles).map(({ kind, edges, levels }) =>
    kind === 'numbers' ? { kind, edges: Float64Array.from(edges) } : { kind, levels },
  );
}

async function bytesAt(at: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, at);
  await file.close();
  return bytes;
}

const lineAfter = async (at: number): Promise<number> => at + (await bytesAt(at, 65_536)).indexOf(0x0a) + 1;

const half = (order: ProfileOrder): Promise<(BinnedProfile | null)[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'profile-thread.ts'), { workerData: order });
    worker.once('message', (bytes: Uint8Array) => resolve(readBinned(bytes)));
    worker.once('error', reject);
  });

function evidently(): { version: string; seconds: number; read: number; processor: number } {
  const python = pythonWith('evidently', ['evidently==0.7.14', 'pandas<3']);
  const script = join(import.meta.dirname, 'profile-peer.py');
  const said = execFileSync(python, [script, path, '20000'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '');
}

try {
  await withDuckdb({ config, files: [path] }, async (session) => {
    await session.run(`COPY (${TABLE}) TO '${path}' (FORMAT csv, HEADER)`);
  });
  const { size } = await stat(path);
  const header = `${names.join(',')}\n`;
  const bins = await referenceBins(header);
  const middle = await lineAfter(Math.floor(size / 2));
  const ours: Accepted[] = [];
  const peer: Accepted[] = [];
  let counted = 0;
  // Both sides know the types of the columns beforehand.
  const types = columns.map(({ name, kind }) => `'${name}': '${kind === 'numeric' ? 'DOUBLE' : 'VARCHAR'}'`).join(', ');
  const summarize = `SUMMARIZE FROM read_csv('${path}', header = true, columns = {${types}})`;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const profiled = await taken(async () => {
      const order = { path, header, columns, bins };
      const [a = [], b = []] = await Promise.all([
        half({ ...order, from: header.length, to: middle }),
        half({ ...order, from: middle, to: size }),
      ]);
      const merged = a.map((profile, place) => mergeBinned(profile as BinnedProfile, b[place] as BinnedProfile));
      counted = (merged[0]?.moments.count ?? 0) + (merged[0]?.missing ?? 0);
    });
    const summarized = await withDuckdb({ config, files: [path], threads: 2 }, (session) =>
      taken(() => session.rows(summarize)),
    );
    if (round === 0) continue; // warm-up, on both sides
    ours.push(profiled);
    peer.push(summarized);
  }
  if (counted !== ROWS) throw new Error(`${counted} rows were counted, not ${ROWS}.`);
  const other = withPeer ? evidently() : null;
  const seen = {
    fileMb: Math.round(size / 1024 ** 2),
    ...{ seconds: middleOf(ours, 'clock'), processor: middleOf(ours, 'processor') },
    ...{ peerSeconds: middleOf(peer, 'clock'), peerProcessor: middleOf(peer, 'processor') },
    ...{ ratio: ratio(ours, peer, 'clock'), processorRatio: ratio(ours, peer, 'processor') },
    other,
  };
  const duckdb = (value: number) => ({
    name: 'SUMMARIZE of DuckDB',
    version: packageVersion('@duckdb/node-api'),
    value,
  });
  record({
    title: 'Profiles for drift: rows counted in the bins of a reference',
    work: { rows: ROWS, columns: NUMBERS + NAMES, fileMegabytes: seen.fileMb, threads: 2, rounds: ROUNDS },
    figures: [
      { id: 'seconds', what: 'Profile of the file', value: seen.seconds, unit: 's', must: '< 10' },
      {
        id: 'to-summarize',
        what: 'Profile of the file, against DuckDB',
        value: seen.seconds,
        unit: 's',
        peer: duckdb(seen.peerSeconds),
        ratio: seen.ratio,
        mustRatio: '<= 2',
      },
      {
        id: 'processor',
        what: 'Processor time',
        value: seen.processor,
        unit: 's',
        peer: duckdb(seen.peerProcessor),
        ratio: seen.processorRatio,
      },
      {
        id: 'to-evidently',
        what: 'Profile of the file, against the drift report of Evidently',
        value: seen.seconds,
        unit: 's',
        peer: {
          name: 'Evidently, read and report',
          version: seen.other?.version ?? null,
          value: seen.other ? round(seen.other.seconds, 1) : null,
        },
        mustRatio: '<= 0.1',
      },
    ],
  });
} finally {
  await removeFolder(folder);
}
