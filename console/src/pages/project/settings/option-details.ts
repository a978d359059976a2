import type { Project } from '../../../api/projects.ts';
import { kindText, modeText } from '../../projects/stage.ts';

const valueText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));

/** `blendBestModels` as `Blend best models`. */
export const inWords = (name: string): string => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const methods: Readonly<Record<string, string>> = {
  random: 'at random',
  stratified: 'by class',
  group: 'by group',
  user: 'by a column of your own',
  datetime: 'by date',
};

/** What was said when modeling began. */
export function optionDetails(project: Project): readonly { readonly name: string; readonly value: string }[] {
  const { partition, advancedOptions } = project;
  return [
    { name: 'Kind', value: kindText(project) },
    { name: 'Target', value: project.target ?? 'none yet' },
    ...(project.positiveClass === null ? [] : [{ name: 'Positive class', value: valueText(project.positiveClass) }]),
    { name: 'Metric', value: project.metric ?? 'none yet' },
    { name: 'Mode', value: modeText(project.autopilotMode) },
    ...(partition.cvMethod === null
      ? []
      : [{ name: 'Shared out', value: methods[partition.cvMethod] ?? partition.cvMethod }]),
    ...(partition.datetimePartitionColumn === null ? [] : [{ name: 'Date', value: partition.datetimePartitionColumn }]),
    ...(partition.reps === null ? [] : [{ name: 'Folds', value: String(partition.reps) }]),
    ...Object.entries(advancedOptions).map(([name, value]) => ({ name: inWords(name), value: valueText(value) })),
  ];
}
