import { Badge, type BadgeProps, Box, Stack, type StackProps, Text, type TextProps, Tooltip } from '@mantine/core';
import type { HTMLAttributes, ReactNode } from 'react';
import { inLocalTime, inUtc } from './format.ts';

type WordsProps = TextProps & Omit<HTMLAttributes<HTMLElement>, keyof TextProps>;

/** What explains or is of less weight. */
export const Dimmed = (props: WordsProps) => <Text size="sm" c="dimmed" {...props} />;
/** The same in small letters, below what it is about. */
export const Small = (props: WordsProps) => <Text size="xs" c="dimmed" {...props} />;
/** The name of something. */
export const Strong = (props: WordsProps) => <Text size="sm" fw={500} {...props} />;

/** UTC on the page, the reader's own time on hover. */
export function Timestamp({ iso, none = 'never' }: { iso: string | null; none?: string }) {
  if (iso === null) return <Dimmed span>{none}</Dimmed>;
  return (
    <Tooltip label={`Your time: ${inLocalTime(iso)}`}>
      <time dateTime={iso} className="timestamp">
        {inUtc(iso)}
      </time>
    </Tooltip>
  );
}

/** A remark beside a name. */
export const Tag = (props: BadgeProps & { readonly children: ReactNode }) => (
  <Badge size="sm" color="gray" {...props} />
);

/** How something stands. The word carries the meaning, the colour only helps. */
export const StateBadge = ({ color, text, ...props }: Omit<BadgeProps, 'color'> & { color: string; text: string }) => (
  <Badge variant="dot" color={color} miw="max-content" {...props}>
    {text}
  </Badge>
);

interface FactListProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
  readonly className?: string;
}

/** Names left, values right, a line each. */
export const FactList = ({ facts, className = '' }: FactListProps) => (
  <Box component="dl" className={`fact-list ${className}`}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="number">{value}</dd>
      </div>
    ))}
  </Box>
);

/** A list without marks. */
export const PlainList = (props: StackProps & { readonly children: ReactNode; readonly 'aria-label'?: string }) => (
  <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }} {...props} />
);

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
