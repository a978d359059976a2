import { totalmem } from 'node:os';
import { wholeNumber } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** Every kind of job belongs to one class, which says how long it may run and how much memory it may take. */
export const LIMIT_CLASSES = ['light', 'heavy', 'training', 'scoring'] as const;
export type LimitClass = (typeof LIMIT_CLASSES)[number];

export interface JobLimits {
  readonly timeSeconds: number;
  readonly memoryBytes: number;
}

const GIB = 1024 ** 3;
/** As long as a job may exist in all. */
const LONGEST_SECONDS = 14 * 24 * 3600;
const LEAST_MEMORY = 256 * 1024 ** 2;

const MACHINE_BYTES = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
/** Three quarters of the machine, or of the container: the rest is for the server and its database. */
const MOST_OF_THE_MACHINE = Math.max(LEAST_MEMORY, Math.floor((MACHINE_BYTES * 3) / 4));
const atMost = (bytes: number) => String(Math.min(bytes, MOST_OF_THE_MACHINE));

const timeLimit = <Name extends string>(name: Name, fallback: number, what: string) =>
  ({
    name: `ALMANAC_JOB_TIME_LIMIT_${name}`,
    fallback: String(fallback),
    about: `Seconds that one job may run: ${what}`,
    check: wholeNumber(1, LONGEST_SECONDS),
  }) as const;

const memoryLimit = <Name extends string>(name: Name, fallback: string, what: string) =>
  ({
    name: `ALMANAC_JOB_MEMORY_LIMIT_${name}`,
    fallback,
    about: `Bytes of memory that one job may take: ${what}`,
    check: wholeNumber(LEAST_MEMORY, Number.MAX_SAFE_INTEGER),
  }) as const;

const LIGHT = 'previews of recipes, notifications, prompts and other short work';
const HEAVY = 'reading files, applying recipes, exports, vector databases';
const TRAINING = 'models and what is computed from them; also jobs that wait for one';
const SCORING = 'batch predictions, actuals from a dataset';

/** What one job may take of the machine. */
export const jobSettings = [
  timeLimit('LIGHT', 30 * 60, LIGHT),
  timeLimit('HEAVY', 6 * 3600, HEAVY),
  timeLimit('TRAINING', 24 * 3600, TRAINING),
  timeLimit('SCORING', 24 * 3600, SCORING),
  memoryLimit('LIGHT', atMost(2 * GIB), LIGHT),
  memoryLimit('HEAVY', atMost(8 * GIB), HEAVY),
  memoryLimit('TRAINING', String(MOST_OF_THE_MACHINE), TRAINING),
  memoryLimit('SCORING', atMost(8 * GIB), SCORING),
] as const satisfies readonly Setting[];

type JobSettingName = (typeof jobSettings)[number]['name'];

export const timeSetting = (of: LimitClass) =>
  `ALMANAC_JOB_TIME_LIMIT_${of.toUpperCase() as Uppercase<LimitClass>}` as const satisfies JobSettingName;
export const memorySetting = (of: LimitClass) =>
  `ALMANAC_JOB_MEMORY_LIMIT_${of.toUpperCase() as Uppercase<LimitClass>}` as const satisfies JobSettingName;

export function readJobLimits(read: (name: JobSettingName) => string): Readonly<Record<LimitClass, JobLimits>> {
  const limits = (of: LimitClass): JobLimits => ({
    timeSeconds: Number(read(timeSetting(of))),
    memoryBytes: Number(read(memorySetting(of))),
  });
  return { light: limits('light'), heavy: limits('heavy'), training: limits('training'), scoring: limits('scoring') };
}
