import type { Fault, PlantedFault } from './fault.ts';
import { accessSync } from './faults/access-sync.ts';
import { accounts } from './faults/accounts.ts';
import { consolePages } from './faults/console.ts';
import { data } from './faults/data.ts';
import { deployments } from './faults/deployments.ts';
import { engine } from './faults/engine.ts';
import { genai } from './faults/genai.ts';
import { monitoring } from './faults/monitoring.ts';
import { platform } from './faults/platform.ts';
import { projects } from './faults/projects.ts';
import { quotas } from './faults/quotas.ts';

const parts: Readonly<Record<string, readonly Fault[]>> = {
  'access-sync': accessSync,
  accounts,
  console: consolePages,
  data,
  deployments,
  engine,
  genai,
  monitoring,
  platform,
  projects,
  quotas,
};

export const allFaults: readonly PlantedFault[] = Object.entries(parts).flatMap(([part, faults]) =>
  faults.map((fault) => ({ ...fault, part, id: `${part}/${fault.name}` })),
);

/** By name, by part, by `part/name` or by a folder of the code; all of them when nothing is asked for. */
export function chosenFaults(words: readonly string[]): readonly PlantedFault[] {
  const unknown = words.filter((word) => !allFaults.some((fault) => answersTo(fault, word)));
  if (unknown.length > 0)
    throw new Error(`No fault is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  return allFaults.filter((fault) => words.length === 0 || words.some((word) => answersTo(fault, word)));
}

const answersTo = (fault: PlantedFault, word: string): boolean =>
  [fault.part, fault.name, fault.id].includes(word) || fault.file.startsWith(`${word.replace(/\/$/, '')}/`);
