import { type Command, EXIT, print, printJson } from '../command.ts';
import {
  type Check,
  dataFolder,
  diskSpace,
  type Finding,
  fileModes,
  migrations,
  nativeModules,
  nodeVersion,
  portFree,
  postgres,
} from './checks.ts';

const checks: readonly Check[] = [
  nodeVersion,
  nativeModules,
  dataFolder,
  fileModes,
  diskSpace,
  portFree,
  postgres,
  migrations,
];

export const doctor: Command = {
  name: 'doctor',
  synopsis: ['[--json]'],
  about: 'Check what Almanac needs on this machine and say what to do about what is wrong',
  options: { json: { type: 'boolean' } },
  optionHelp: [['--json', 'as JSON']],
  async run(config, { flags }) {
    const asJson = flags.json === true;
    const findings: (Finding & { check: string })[] = [];
    for (const check of checks) {
      const finding = { check: check.name, ...(await check.run(config)) };
      findings.push(finding);
      if (asJson) continue;
      print(`${finding.ok ? 'ok   ' : 'WRONG'}  ${finding.check.padEnd(14)}  ${finding.found}`);
      if (finding.next) print(`${' '.repeat(23)}${finding.next}`);
    }
    if (asJson) printJson(findings.map(({ exitCode: _, ...finding }) => finding));
    const wrong = findings.filter((finding) => !finding.ok);
    if (wrong.length > 0) process.exitCode = Math.max(...wrong.map((finding) => finding.exitCode ?? EXIT.refused));
  },
};
