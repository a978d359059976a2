import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { type ProjectFeature, projectFeatureCalls } from '../../api/projects.ts';
import { Answer } from '../../parts/answer.tsx';
import { ColumnPicture } from '../../parts/columns/column-picture.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

/** What kind of question the target makes of it; the platform decides the same way. */
function question({ featureType, uniqueCount }: ProjectFeature): string {
  if (uniqueCount === 2) return 'Two classes: models answer how likely the positive one is.';
  if (featureType === 'Numeric') return 'Numbers: models answer with a number (regression).';
  return `${uniqueCount} classes: models answer which one is likely.`;
}

export function TargetStep({ wizard, projectId, features }: StepProps) {
  const target = features.find(({ name }) => name === wizard.draft.target);
  const possible = features.filter(({ featureType }) => featureType !== 'Date');
  return (
    <>
      <Panel
        title="What should be predicted?"
        intro="One column of the table. Rows without a value in it are left out."
      >
        <Stack gap="xs">
          <Select
            label="Target"
            placeholder="Choose a column"
            searchable
            maw={420}
            data={possible.map(({ name, featureType }) => ({ value: name, label: `${name} (${featureType})` }))}
            value={wizard.draft.target ?? null}
            onChange={(name) => name !== null && wizard.change({ target: name })}
          />
          {target && (
            <Text size="sm" c="dimmed">
              {question(target)}
            </Text>
          )}
        </Stack>
      </Panel>
      {target && <Picture projectId={projectId} feature={target} />}
      <StepButtons wizard={wizard} wait={target ? undefined : 'Choose a target first.'} />
    </>
  );
}

function Picture({ projectId, feature }: { projectId: string; feature: ProjectFeature }) {
  const histogram = useQuery(callQuery(projectFeatureCalls.histogram(projectId, feature.name)));
  return (
    <Answer of={histogram} what="the histogram">
      {({ plot }) => (
        <ColumnPicture
          column={feature}
          rowCount={plot.reduce((sum, { count }) => sum + count, 0) + feature.naCount}
          bars={plot}
        />
      )}
    </Answer>
  );
}
