// Lists what failed in the newest reports of the tests, with the first line of each reason.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
for (const name of ['tests', 'tests-again', 'conformance', 'conformance-again']) {
  const report = join(root, '.cache', 'tests', `${name}.json`);
  if (!existsSync(report)) continue;
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const reasons = failed.map((test) => `${test.fullName}: ${test.failureMessages?.[0]?.split('\n', 1)[0]}`);
    if (file.status === 'failed' && failed.length === 0) reasons.push(file.message.split('\n', 1)[0]);
    for (const reason of reasons) console.log(`FAILED in ${name}: ${relative(root, file.name)}: ${reason}`);
  }
}
