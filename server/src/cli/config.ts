import type { SettingValue } from '#config';
import { type Command, printJson, printTable } from './command.ts';

const displayValue = ({ setting, value }: SettingValue): string | null =>
  value === null ? null : setting.secret ? '(hidden)' : value;

export const config: Command = {
  name: 'config',
  synopsis: ['[--json]'],
  about: 'List every setting, its value (secrets hidden) and where it came from',
  options: { json: { type: 'boolean' } },
  optionHelp: [['--json', 'as JSON']],
  async run({ values }, { flags }) {
    if (flags.json === true)
      return printJson(
        values.map((each) => ({
          name: each.setting.name,
          value: displayValue(each),
          source: each.source,
          secret: each.setting.secret === true,
          about: each.setting.about,
        })),
      );
    printTable([
      ['SETTING', 'VALUE', 'FROM', 'ABOUT'],
      ...values.map((each) => [each.setting.name, displayValue(each) ?? '-', each.source, each.setting.about]),
    ]);
  },
};
