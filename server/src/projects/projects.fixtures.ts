import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { type Asked, type ServedApp, servedApp } from '../../test/served-app.ts';

/** Daily sales of some shops as a file: a weekly shape, a slow trend, noise that is always the same. */
export function shopsCsv(shops = 3, days = 120): string {
  const lines = ['date,store,sales,promotion'];
  for (let shop = 0; shop < shops; shop++) {
    for (let day = 0; day < days; day++) {
      const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
      const noise = ((day * 7919 + shop * 104729) % 100) / 1000;
      const sales =
        100 * (shop + 1) * (1 + day / 2000) * (1 + 0.3 * Math.sin((2 * Math.PI * day) / 7)) * (0.95 + noise);
      lines.push(`${date},shop ${shop},${sales.toFixed(2)},${day % 11 === 0 ? 1 : 0}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A multipart body the way clients send it: text parts first, then the file without a type of its own. */
export function upload(fields: Readonly<Record<string, string>>, file: { name: string; content: string | Buffer }) {
  const edge = 'edge-of-the-form';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  const pieces = [`${texts.join('')}${head}`, file.content, `\r\n--${edge}--\r\n`];
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } };
}

export interface ProjectsApp extends ServedApp {
  /** Polls the status of a reply until it is finished; returns the last reply, redirects followed. */
  finished(started: Asked, key: string): Promise<Asked>;
  /** Until the autopilot of a project has finished. */
  autopilotDone(id: string, key: string): Promise<void>;
  /** A project of the shops, ready for a target. */
  shops(key: string, content?: string): Promise<string>;
}

/** Threads and models take their time where other work keeps the cores. */
const PATIENCE_SECONDS = 240;

export async function projectsApp(
  settings: Readonly<Record<string, string>> = {},
): Promise<ProjectsApp & { stopWorker(): Promise<void> }> {
  const app = await servedApp({ settings });
  const worker = await startWorker(app.platform, { concurrency: 2 });
  const finished = (started: Asked, key: string) => awaitFinished(app, started, key);
  return {
    ...app,
    finished,
    async autopilotDone(id, key) {
      await eventually(
        async () => (await app.ask(`GET /api/v2/projects/${id}/status/`, { key })).body.autopilotDone,
        PATIENCE_SECONDS,
      );
    },
    async shops(key, content = shopsCsv()) {
      const { body, headers } = upload({ projectName: 'Shops' }, { name: 'shops.csv', content });
      const made = await finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
      return made.body.id as string;
    },
    stopWorker: () => worker.stop(),
  };
}

async function awaitFinished(app: ServedApp, started: Asked, key: string): Promise<Asked> {
  if (started.status !== 202) throw new Error(`Not started: ${started.status} ${JSON.stringify(started.body)}`);
  const path = new URL(String(started.headers.location)).pathname;
  const seen = await eventually(async () => {
    const now = await app.ask(`GET ${path}`, { key });
    return ['INITIALIZED', 'RUNNING', 'queue', 'inprogress'].includes(now.body.status) && now.status !== 303
      ? null
      : now;
  }, PATIENCE_SECONDS);
  if (seen.status !== 303) return seen;
  const { pathname, search } = new URL(String(seen.headers.location));
  return app.ask(`GET ${pathname}${search}`, { key });
}
