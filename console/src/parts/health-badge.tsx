import { Badge } from '@mantine/core';

const states = {
  passing: { color: 'green', text: 'passing' },
  warning: { color: 'yellow', text: 'at risk' },
  failing: { color: 'red', text: 'failing' },
  unknown: { color: 'gray', text: 'unknown' },
} as const;

export type HealthState = keyof typeof states;

/** A health status. The word carries the meaning, the colour only helps. */
export function HealthBadge({ state, of }: { state: HealthState; of?: string }) {
  const { color, text } = states[state];
  return (
    <Badge variant="dot" color={color} miw="max-content" {...(of ? { 'aria-label': `${of}: ${text}` } : {})}>
      {of ? `${of}: ${text}` : text}
    </Badge>
  );
}
