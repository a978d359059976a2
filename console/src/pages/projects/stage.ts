import type { Project } from '../../api/projects.ts';

const stages: Readonly<Record<Project['stage'], string>> = {
  eda: 'reading the data',
  aim: 'target not set',
  eda2: 'preparing',
  modeling: 'modeling',
};

export const stageText = (stage: Project['stage']): string => stages[stage];

/** What kind of question the project answers, in words. */
export function kindText({ targetType, partition, unsupervisedMode }: Project): string {
  if (unsupervisedMode) return 'Anomalies';
  if (targetType === null) return 'No target yet';
  return partition.useTimeSeries ? 'Time series' : targetType;
}

const modes: Readonly<Record<number, string>> = { 0: 'Autopilot', 2: 'Manual', 3: 'Quick', 4: 'Comprehensive' };

export const modeText = (mode: number | null): string => (mode === null ? 'Not started' : (modes[mode] ?? 'Autopilot'));
