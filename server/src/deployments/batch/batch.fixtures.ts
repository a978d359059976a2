import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { afterFile } from '../../../test/after-file.ts';
import type { TestPlatformOptions } from '../../../test/platform.ts';
import { type Asked, servedApp } from '../../../test/served-app.ts';
import { csvOf } from '../deployments.fixtures.ts';
import { aHousingTable } from '../model.fixtures.ts';

export const PATH = '/api/v2/batchPredictions/';
/** Threads are started from the sources, file by file: on a busy machine that takes its time. */
const PATIENCE_SECONDS = 240;

/** Rows of housingRows as a file, without what is to be predicted. */
export function housingRows(rows: number): string {
  const lines = csvOf(
    aHousingTable(),
    Array.from({ length: rows }, (_, i) => i % 300),
  ).split('\n');
  return lines.map((line) => line.split(',').slice(0, 3).join(',')).join('\n');
}

export const linesOf = (text: string): string[] => text.trimEnd().split('\n');

/** The application with a worker, and a person who scores. */
export async function batchApp(options: TestPlatformOptions = {}) {
  const app = await servedApp(options);
  const worker = await startWorker(app.platform, { concurrency: 1, scoringConcurrency: 3 });
  afterFile(() => worker.stop());
  const ada = await app.person({ organization: 'Batches' });
  const ask = (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Asked> =>
    app.ask(line, { key: ada.key, headers, ...(body === undefined ? {} : { body }) });
  const upload = (id: string, rows: string | Buffer, key = ada.key) =>
    app.ask(`PUT ${PATH}${id}/csvUpload/`, { key, body: rows, headers: { 'content-type': 'text/csv' } });
  const ended = (id: string): Promise<Asked> =>
    eventually(async () => {
      const seen = await ask(`GET ${PATH}${id}/`);
      return ['INITIALIZING', 'RUNNING'].includes(seen.body.status) ? null : seen;
    }, PATIENCE_SECONDS);
  return {
    ...app,
    ada,
    ask,
    eventually,
    askAs: (key: string, line: string, body?: unknown) =>
      app.ask(line, { key, ...(body === undefined ? {} : { body }) }),
    upload,
    ended,
    stopWorker: () => worker.stop(),
    /** Made, uploaded, scored: the record at its end, and the results. */
    async scored(body: object, rows: string | Buffer) {
      const made = await ask(`POST ${PATH}`, body);
      if (made.status !== 202) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
      const { id } = made.body;
      const sent = await upload(id, rows);
      if (sent.status !== 202) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`);
      const download = await ask(`GET ${PATH}${id}/download/`);
      return { id, job: (await ended(id)).body, text: download.text, lines: linesOf(download.text) };
    },
  };
}
