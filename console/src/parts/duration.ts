const STEPS = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
] as const;

/** `12 s`, `3 min`, `2 h`: the largest unit that fits, whole. */
export function duration(seconds: number): string {
  const step = STEPS.find((one) => seconds >= one.seconds);
  return step ? `${Math.floor(seconds / step.seconds)} ${step.name}` : `${Math.max(0, Math.round(seconds))} s`;
}
