import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import type { Installation } from '../../conformance/support/installation.ts';
import { seededRandom } from '../../engine/src/core/random.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { numericColumn } from '../../engine/src/frame/build-columns.ts';
import { frame } from '../../engine/src/frame/frame.ts';
import { writeModelFile } from '../../engine/src/index.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { connectOrStart } from '../../server/src/platform/postgres/postgres.ts';
import { referenceProfiles } from '../../server/src/projects/index.ts';
import { putDeployment } from './put-deployment.ts';

/** Puts boosted trees, fitted here to the last column of a file, behind a deployment of a running server. Answers its id. */
export async function deployTrees(server: Installation, file: string, columns: number, trees: number): Promise<string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const cells = lines.map((line) => line.split(',').map(Number));
  const x = frame(
    Array.from({ length: columns }, (_, c) =>
      numericColumn(
        `x${c}`,
        cells.map((row) => row[c] as number),
      ),
    ),
  );
  const y = Float64Array.from(cells, (row) => row[columns] as number);
  const params = { ...defaultParams(gbdt.params), rounds: trees, leaves: 31, rate: 0.1, l2: 1 };
  const model = await gbdt.fit({ x, y, task: 'regression' }, params, { random: seededRandom(1) });
  const config = readConfig({ ...server.env });
  const log = pino({ level: 'silent' });
  const postgres = await connectOrStart(config.dataDir, log);
  const { platform, close } = await openPlatform(config, { databaseUrl: postgres.url, role: 'command', log });
  try {
    const packageId = newId();
    const reference = Buffer.from(referenceProfiles(x.columns, model.predict(x), []));
    await platform.blobs.write(
      `model-packages/${packageId}/reference`,
      Readable.from([reference], { objectMode: false }),
    );
    const key = `model-packages/${packageId}/model-0`;
    await platform.blobs.write(key, Readable.from([Buffer.from(writeModelFile('gbdt', model))], { objectMode: false }));
    return await putDeployment(
      platform,
      packageId,
      [key],
      x.columns.map(({ name }) => name),
    );
  } finally {
    await close();
    await postgres.stop();
  }
}
