import { type Command, print, printJson } from '../command.ts';
import { EXIT } from '../command-problem.ts';
import type { Check } from './check.ts';
import { migrations, postgres } from './database-checks.ts';
import { dataFolder, diskSpace, nativeModules, nodeVersion, portFree } from './machine-checks.ts';

const checks: readonly Check[] = [nodeVersion, nativeModules, dataFolder, diskSpace, portFree, postgres, migrations];

export const doctor: Command = {
  name: 'doctor',
  synopsis: ['[--json]'],
  about: 'Check what Almanac needs on this machine and say what to do about what is wrong',
  options: { json: { type: 'boolean' } },
  optionHelp: [['--json', 'as JSON']],
  async run(config, { flags }) {
    const asJson = flags.json === true;
    const findings = [];
    for (const check of checks) {
      const finding = { check: check.name, ...(await check.run(config)) };
      findings.push(finding);
      if (asJson) continue;
      print(`${finding.ok ? 'ok   ' : 'WRONG'}  ${finding.check.padEnd(14)}  ${finding.found}`);
      if (finding.next) print(`${' '.repeat(23)}${finding.next}`);
    }
    if (asJson) printJson(findings);
    if (findings.some((finding) => !finding.ok)) process.exitCode = EXIT.refused;
  },
};
