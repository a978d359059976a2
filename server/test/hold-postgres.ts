import { connectOrStart, start } from '../src/platform/postgres/postgres.ts';

/** A process of its own that holds a data folder until it is told to stop: `hold-postgres.ts FOLDER [command]`. */
const [, , folder = '', role = 'server'] = process.argv;
const quiet = { info: () => undefined, error: () => undefined };

try {
  const postgres = await (role === 'command' ? connectOrStart : start)(folder, quiet);
  console.log(postgres.url);
  process.once('SIGTERM', () => {
    postgres
      .stop()
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  });
  setInterval(() => undefined, 1 << 30);
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
