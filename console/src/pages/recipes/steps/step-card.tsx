import { ActionIcon, Alert, Badge, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Operation, Recipe } from '../../../api/recipes.ts';
import { Icon } from '../../../parts/icons.tsx';
import { Small, Strong } from '../../../parts/text.tsx';
import { reasonOf } from './complete.ts';
import { directiveTitle, stepSummary } from './directives.ts';

interface StepCardProps {
  readonly recipe: Recipe;
  readonly step: Operation;
  readonly index: number;
  /** Absent when the recipe cannot be changed any more. */
  readonly onEdit?: () => void;
  readonly onMove?: (to: number) => void;
  readonly onSkip?: () => void;
  readonly onRemove?: () => void;
}

/** One step: what it does, and what is wrong with it. Choosing it shows the rows after it. */
export function StepCard({ recipe, step, index, onEdit, onMove, onSkip, onRemove }: StepCardProps) {
  const { upTo, tab = 'rows' } = useSearch({ from: '/signed-in/recipes/$recipeId' });
  const applied = tab === 'rows' ? (upTo ?? recipe.operations.length) : recipe.operations.length;
  const navigate = useNavigate({ from: '/recipes/$recipeId' });
  const title = directiveTitle(step.directive);
  const failed = recipe.failedOperationsIndex === index && recipe.errorMessage !== null;
  const look = () =>
    void navigate({ search: ({ upTo: _, ...rest }) => ({ ...rest, tab: 'rows', upTo: index + 1 }), replace: true });
  return (
    <li className="step" data-failed={failed} data-beyond={index >= applied}>
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <Text span size="xs" className="step-number" aria-hidden="true">
          {index + 1}
        </Text>
        <UnstyledButton flex={1} miw={0} onClick={look} title="Show the rows after this step">
          <VisuallyHidden>{`Step ${index + 1}, `}</VisuallyHidden>
          <Group gap={6}>
            <Strong>{title}</Strong>
            {step.skip && (
              <Badge size="xs" color="gray">
                skipped
              </Badge>
            )}
          </Group>
          <Small className="fact">{stepSummary(step)}</Small>
        </UnstyledButton>
        {onEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Actions for step ${index + 1}, ${title}`}
              >
                <Icon name="more" size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onEdit}>Edit</Menu.Item>
              <Menu.Item disabled={index === 0} onClick={() => onMove?.(index - 1)}>
                Move up
              </Menu.Item>
              <Menu.Item disabled={index === recipe.operations.length - 1} onClick={() => onMove?.(index + 1)}>
                Move down
              </Menu.Item>
              <Menu.Item onClick={onSkip}>{step.skip ? 'Do it again' : 'Skip it'}</Menu.Item>
              <Menu.Item className="danger" onClick={onRemove}>
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {failed && (
        <Alert role="alert" className="note step-error" p="xs" mt="xs" title={`Step ${index + 1} cannot be done`}>
          <Text size="xs">{reasonOf(recipe.errorMessage ?? '')}</Text>
        </Alert>
      )}
    </li>
  );
}
