import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';
import { type Landed, landFile } from './land-file.ts';

/** Repetitive tables shrink far, so the ratio only counts once it has made something large. */
const RATIO = 250;
const HARMLESS_BYTES = 64 * 1024 ** 2;

/** Throws once content is beyond what the packed bytes it came from can honestly hold. */
export function bombGuard(packedBytes: number, most: number): (bytes: number) => void {
  return (bytes) => {
    if (bytes > most) throw problem(IngestProblems.tooLarge, 'The content', most);
    if (bytes > HARMLESS_BYTES && bytes > packedBytes * RATIO) throw problem(IngestProblems.bomb, RATIO);
  };
}

export async function unpackGzip(packed: Landed, path: string, most: number, signal: AbortSignal): Promise<Landed> {
  const source = createReadStream(packed.path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', () => undefined); // also after its reader has left
  let bytes = 0;
  const guard = bombGuard(packed.bytes, most);
  try {
    return await landFile(source.pipe(gunzip), path, signal, (so) => {
      bytes = so;
      guard(so);
    });
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw problem(IngestProblems.brokenFile, 'gzip', `${error.message} after ${bytes} bytes of content`);
  } finally {
    source.destroy();
  }
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
