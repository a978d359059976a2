/**
 * Adds to model-files.json one saved model of every estimator and task that has none yet. Entries are never replaced:
 * they stand for files that users keep, and every later version must read them.
 *
 *   npx tsx engine/golden/model-files.ts elastic-net ridge ...
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../src/core/random.ts';
import { catalogue } from '../src/estimators/catalogue.ts';
import { everyCase, sampleData } from '../src/estimators/common-checks/samples.fixtures.ts';
import { writeModelFile } from '../src/estimators/model-file.ts';

interface Saved {
  readonly name: string;
  readonly task: string;
  readonly file: string;
  readonly answers: readonly number[];
}

const target = new URL('./model-files.json', import.meta.url);
const saved: Saved[] = existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')) : [];
const wanted = new Set(process.argv.slice(2));
for (const { entry, task } of everyCase(catalogue.filter(({ name }) => wanted.has(name)))) {
  if (saved.some((one) => one.name === entry.name && one.task === task)) continue;
  const model = await entry.fit(sampleData(task, 40, 5), {}, { random: seededRandom(1) });
  const file = Buffer.from(writeModelFile(entry.name, model)).toString('base64');
  saved.push({ name: entry.name, task, file, answers: [...model.predict(sampleData(task, 6, 99).x)] });
}
writeFileSync(target, `${JSON.stringify(saved, null, 1)}\n`);
