import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { inParallel } from '../http/in-parallel.ts';
import type { World } from '../world/world-types.ts';
import { head, RawConnection } from './raw.ts';

const BOUNDARY = 'cut';
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n`;
const ROWS = 'a,b\n'.repeat(50_000);
const SETTLES_WITHIN_MS = 20_000;
/** Files of the server's own journals come and go. */
const SPARE_DESCRIPTORS = 1;

/** Where an upload is cut off: what has been sent until then. */
const PHASES: Readonly<Record<string, string>> = {
  'after the headers': '',
  'inside the header of the part': PART.slice(0, 40),
  'at the first byte of the file': PART,
  'inside the file': PART + ROWS,
  'before the last boundary': `${PART}${ROWS}\r\n--${BOUNDARY}`,
};

const uploads = (projectId: string): readonly string[] => [
  '/api/v2/datasets/fromFile/',
  '/api/v2/projects/',
  `/api/v2/projects/${projectId}/predictionDatasets/fileUploads/`,
  '/api/v2/calendars/fileUpload/',
  '/api/v2/modelPackages/fromModelPackageFile/',
];

/** Uploads that end before they are complete, in every phase, with FIN and with RST: nothing of them may stay. */
export async function attackWithAbortedUploads(run: AttackRun, { people, things }: World): Promise<void> {
  const paths = uploads(things.get('projectId') ?? '0'.repeat(24));
  const before = run.local === null ? null : { files: new Set(run.local.files()), open: run.local.descriptors() };
  const rounds = run.long ? 10 : 1;
  const cuts = paths.flatMap((path) => Object.entries(PHASES).map(([phase, sent]) => ({ path, phase, sent })));
  for (let round = 0; round < rounds; round++)
    await inParallel([...cuts.entries()], 10, async ([index, { path, phase, sent }]) => {
      const chunked = index % 3 === 0;
      const headers = {
        authorization: `Bearer ${people.owner.key}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': '50000000' }),
      };
      const connection = new RawConnection(run);
      run.noteRaw(`upload to ${path}, cut ${phase}`);
      await connection.write(head(run, `POST ${path}`, headers));
      const body = chunked && sent !== '' ? `${Buffer.byteLength(sent).toString(16)}\r\n${sent}\r\n` : sent;
      await connection.write(body);
      await pause(150);
      if (index % 2 === 0) connection.reset();
      else {
        connection.end();
        await connection.closedWithin(5_000);
        connection.destroy();
      }
    });
  if (before !== null) await checkLeftovers(run, before, rounds * cuts.length);
}

async function checkLeftovers(
  run: AttackRun,
  before: { readonly files: ReadonlySet<string>; readonly open: number },
  aborted: number,
): Promise<void> {
  const local = run.local;
  if (local === null) return;
  const partial = () =>
    local.files().filter((path) => !before.files.has(path) && /incoming|unfinished|upload|stag|\.part/i.test(path));
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  const settled = () => partial().length === 0 && local.descriptors() <= before.open + SPARE_DESCRIPTORS;
  while (!settled() && performance.now() < deadline) await pause(250);
  const how = `${aborted} uploads cut off at ${Object.keys(PHASES).join(', ')}`;
  const files = partial();
  if (files.length > 0)
    run.report.finding(`${files.length} partial files stay after aborted uploads`, how, files.slice(0, 5).join(' '));
  const more = local.descriptors() - before.open;
  if (more > SPARE_DESCRIPTORS)
    run.report.finding(`${more} descriptors stay open after aborted uploads`, how, `${before.open} before`);
}
