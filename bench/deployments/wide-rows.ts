/**
 * Processor time of the server (all its threads) for one prediction request of 100,000 columns over HTTP, as CSV and as
 * JSON: refused at the default limit of columns, and answered where the limit is raised.
 */
import { round } from '../measure.ts';
import { record } from '../record.ts';
import { benchServer } from './bench-server.ts';
import { names, requestedRows } from './served-model.ts';

const COLUMNS = 100_000;

const more = Array.from({ length: COLUMNS - names.length }, (_, i) => `column_${i}`);
const [row = {}] = requestedRows(1);
const bodies = {
  'text/csv': `${[...names, ...more].join()}\n${[...names.map((name) => row[name]), ...more.map(() => 1)].join()}\n`,
  'application/json': JSON.stringify([{ ...row, ...Object.fromEntries(more.map((name) => [name, 1])) }]),
} as const;

const seen: { what: string; type: string; seconds: number; megabytes: number }[] = [];

async function measure(what: string, status: number, settings: Readonly<Record<string, string>>): Promise<void> {
  const server = await benchServer(settings);
  const used = async (): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: server.headers })).text();
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
  };
  try {
    for (const [type, body] of Object.entries(bodies)) {
      let greatest = 0;
      for (let i = 0; i < 5; i++) {
        const before = await used();
        const headers = { ...server.headers, 'content-type': type };
        const reply = await fetch(server.predictions, { method: 'POST', body, headers });
        const text = await reply.text();
        if (reply.status !== status) throw new Error(`${reply.status}: ${text.slice(0, 200)}`);
        greatest = Math.max(greatest, (await used()) - before);
      }
      seen.push({ what, type, seconds: round(greatest, 3), megabytes: round(Buffer.byteLength(body) / 1e6) });
    }
  } finally {
    await server.stop();
  }
}

await measure('refused', 400, {});
await measure('answered', 200, { ALMANAC_PREDICTION_COLUMNS: String(COLUMNS) });
record({
  title: 'Prediction request of one row with 100,000 columns, processor time of the server',
  work: { columns: COLUMNS, requests: 5, trees: 500 },
  figures: seen.map(({ what, type, seconds, megabytes }) => ({
    id: `${what}-${type.split('/')[1]}`,
    what: `Request ${what}, ${type}, ${megabytes} MB, greatest of 5`,
    value: seconds,
    unit: 's',
    must: '< 1',
  })),
});
