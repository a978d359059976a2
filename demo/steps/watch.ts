import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from '../client.ts';
import type { Step, Story } from '../story.ts';

const FILE = join(import.meta.dirname, '..', 'data', 'trips.csv.gz');
const PURPOSE = 'Holiday';
/** The last two years of the data, quarter by quarter, as if each had just ended. */
const POINTS = 8;
const HISTORY = 12;
const AHEAD = 4;
const PATIENCE_MS = 30_000;
const CSV = { 'content-type': 'text/csv' };
const JSON_TYPE = { 'content-type': 'application/json' };

interface Line {
  readonly quarter: string;
  readonly place: string;
  readonly trips: string;
  readonly text: string;
}

interface OverTime {
  readonly buckets: readonly {
    readonly period: { readonly start: string };
    readonly value: number | null;
    readonly sampleSize: number;
  }[];
}

export const watch: Step = {
  title: `MonitoringPort: two years of quarters asked again (${PURPOSE}), with what really happened beside them`,
  async run(story) {
    const { client, tell, deploymentId, addresses } = story;
    const base = `/api/v2/deployments/${deploymentId}/`;
    await settings(story, base);
    const lines = await tripLines();
    const quarters = [...new Set(lines.map(({ quarter }) => quarter))].sort();
    const last = quarters.length - 1;
    for (let point = last - POINTS; point < last; point++) await ask(story, lines, quarters, point);
    tell(
      `${POINTS} requests, each with the ${HISTORY} quarters before it: actuals are found in the next one's history`,
    );
    const newest = lines.filter(({ quarter }) => quarter === quarters[last]);
    const data = newest.map(({ place, quarter, trips }) => ({
      associationId: `${place}_${quarter}`,
      actualValue: Number(trips),
    }));
    await client.follow(
      await client.raw(`POST ${base}actuals/fromJSON/`, JSON.stringify({ data }), JSON_TYPE),
      story.say,
    );
    tell(`${data.length} actuals of ${quarters[last]} uploaded: nobody asked after that quarter`);
    const period = `start=${quarters[last - POINTS + 1]}&end=${next(quarters[last] as string)}`;
    await told(client, tell, base, { period, places: newest.length });
    addresses.push(
      { what: 'its drift', address: `${client.url}/deployments/${deploymentId}/drift` },
      { what: 'its accuracy', address: `${client.url}/deployments/${deploymentId}/accuracy` },
    );
  },
};

/** Predictions count on the quarter they are about, and rows are told apart by place and quarter. */
async function settings({ client, say }: Story, base: string): Promise<void> {
  const settings = {
    associationId: { columnNames: ['place', 'quarter'] },
    automaticActuals: { enabled: true },
    predictionsByForecastDate: { enabled: true, columnName: 'quarter', datetimeFormat: '%Y-%m-%d' },
  };
  await client.follow(await client.raw(`PATCH ${base}settings/`, JSON.stringify(settings), JSON_TYPE), say);
}

async function tripLines(): Promise<readonly Line[]> {
  const [, ...lines] = gunzipSync(await readFile(FILE))
    .toString()
    .trimEnd()
    .split('\n');
  return lines.flatMap((text) => {
    const cells = /^([^,]*),("[^"]*"|[^,]*),([^,]*),([^,]*),(.*)$/.exec(text);
    const [, quarter = '', place = '', , purpose, trips = ''] = cells ?? [];
    return purpose === PURPOSE ? [{ quarter, place: place.replaceAll('"', ''), trips, text }] : [];
  });
}

async function ask(
  { client, deploymentId }: Story,
  lines: readonly Line[],
  quarters: readonly string[],
  point: number,
): Promise<void> {
  const from = quarters[point - HISTORY + 1] as string;
  const now = quarters[point] as string;
  const to = quarters[Math.min(point + AHEAD, quarters.length - 1)] as string;
  const rows = lines
    .filter(({ quarter }) => quarter >= from && quarter <= to)
    // What was still to come is asked without an answer.
    .map(({ quarter, text }) => (quarter <= now ? text : text.replace(/[^,]*$/, '')));
  const line = `POST /predApi/v1.0/deployments/${deploymentId}/predictions?forecastPoint=${now}T00:00:00Z`;
  const answer = await client.raw(line, `quarter,place,state,purpose,trips\n${rows.join('\n')}\n`, CSV);
  if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${await answer.text()}`);
}

const next = (quarter: string): string => {
  const date = new Date(`${quarter}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 3);
  return date.toISOString().slice(0, 10);
};

/** Predictions are learned from a moment after they were answered. */
async function told(
  client: Client,
  tell: (line: string) => void,
  base: string,
  { period, places }: { readonly period: string; readonly places: number },
): Promise<void> {
  const look = () => client.call<OverTime>(`GET ${base}accuracyOverTime/?metric=MAE&bucketSize=P3M&${period}`);
  // The last quarter is forecast from each of the four before it.
  const isThere = ({ buckets }: OverTime) => (buckets.at(-1)?.sampleSize ?? 0) >= AHEAD * places;
  const until = performance.now() + PATIENCE_MS;
  let over = await look();
  while (!isThere(over) && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 300));
    over = await look();
  }
  for (const { period: of, value, sampleSize } of over.buckets)
    tell(
      `${of.start.slice(0, 7)}: off by ${value?.toFixed(1) ?? '?'} thousand trips on average (${sampleSize} forecasts)`,
    );
  tell('(the model learned from these quarters as well: what it will do on new ones its backtests say better)');
  const target = await client.call<{ driftScore: number | null; sampleSize: number }>(
    `GET ${base}targetDrift/?${period}`,
  );
  const { data } = await client.call<{ data: readonly { name: string; driftScore: number | null }[] }>(
    `GET ${base}featureDrift/?${period}`,
  );
  const features = data.map(({ name, driftScore }) => `${name} ${driftScore?.toFixed(2) ?? 'none'}`).join(', ');
  tell(
    `drift (PSI) of ${target.sampleSize} predictions: ${target.driftScore?.toFixed(2) ?? 'none'}; of features: ${features}`,
  );
  tell(`(only ${PURPOSE} was asked for, and quarters to come have no trips yet: that is what drifts)`);
}
