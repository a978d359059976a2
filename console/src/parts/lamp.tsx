import { Badge } from '@mantine/core';

const lamps = {
  passing: { color: 'green', text: 'passing' },
  warning: { color: 'yellow', text: 'at risk' },
  failing: { color: 'red', text: 'failing' },
  unknown: { color: 'gray', text: 'unknown' },
} as const;

export type LampState = keyof typeof lamps;

/** A health lamp. The word carries the meaning, the colour only helps. */
export function Lamp({ state, of }: { state: LampState; of?: string }) {
  const { color, text } = lamps[state];
  return (
    <Badge variant="dot" color={color} miw="max-content" {...(of ? { 'aria-label': `${of}: ${text}` } : {})}>
      {of ? `${of}: ${text}` : text}
    </Badge>
  );
}
