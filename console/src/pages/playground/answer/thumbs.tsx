import { ActionIcon, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queries } from '../../../api/accounts.ts';
import type { ModelAnswer, Thumb } from '../../../api/playgrounds.ts';
import { Icon } from '../../../parts/icons.tsx';

interface ThumbsProps {
  readonly feedback: NonNullable<ModelAnswer['resultMetadata']>['feedbackResult'] | undefined;
  readonly onRate: (thumb: Thumb) => void;
}

export function Thumbs({ feedback, onRate }: ThumbsProps) {
  const { uid } = useSuspenseQuery(queries.account()).data;
  const thumbs = [
    { thumb: '1', icon: 'thumbUp', label: 'Good answer', given: feedback?.positiveUserIds.includes(uid) ?? false },
    { thumb: '0', icon: 'thumbDown', label: 'Bad answer', given: feedback?.negativeUserIds.includes(uid) ?? false },
  ] as const;
  return (
    <Group gap={2}>
      {thumbs.map(({ thumb, icon, label, given }) => (
        <ActionIcon
          key={thumb}
          variant={given ? 'light' : 'subtle'}
          color={given ? 'almanac' : 'gray'}
          aria-label={label}
          aria-pressed={given}
          onClick={() => onRate(thumb)}
        >
          <Icon name={icon} size={16} />
        </ActionIcon>
      ))}
    </Group>
  );
}
