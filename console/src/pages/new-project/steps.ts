export const STEPS = ['data', 'target', 'time', 'models', 'start'] as const;
export type Step = (typeof STEPS)[number];

export const titles: Readonly<Record<Step, string>> = {
  data: 'Data',
  target: 'Target',
  time: 'Time',
  models: 'Models',
  start: 'Start',
};

/** The step of an address; without a project there is only the first. */
export const stepOf = (text: string | undefined, hasProject: boolean): Step =>
  hasProject ? (STEPS.find((step) => step === text) ?? 'target') : 'data';

export const nextStep = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? step;
export const stepBefore = (step: Step): Step => STEPS[Math.max(0, STEPS.indexOf(step) - 1)] ?? step;
