/** Where suites note which replies each route gave (ALMANAC_REPLY_RECORD); `npm run coverage` reads them. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedReply } from '../server/src/platform/http/reply-record.ts';

const FOLDER = join(import.meta.dirname, '..', '.cache', 'replies');

/** `tests`: in one process with the test; the others ask a running server over HTTP. */
export type Suite = 'tests' | 'blackBox' | 'clients' | 'attack';

/** One file per process: several write at the same time. A run of a suite begins by deleting those of the run before. */
export function replyRecordFile(suite: Suite): string {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, `${suite}-${process.pid}.jsonl`);
}

export function recordedReplies(): (RecordedReply & { readonly suite: Suite })[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ suite: name.split('-')[0] as Suite, ...(JSON.parse(line) as RecordedReply) })),
  );
}
