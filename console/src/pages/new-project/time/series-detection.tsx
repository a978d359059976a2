import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { aimCalls, aimQueries } from '../../../api/aim.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import type { ProjectFeature } from '../../../api/project-features.ts';
import { send } from '../../../api/send.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Note } from '../../../parts/note.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import type { StepProps } from '../step-props.ts';

const ONE = '';

/** Which column tells series apart: chosen here, then found out from the data. */
export function SeriesDetection({ wizard, projectId, features, date }: StepProps & { readonly date: ProjectFeature }) {
  const { draft, change } = wizard;
  const [asked, setAsked] = useState(draft.series ?? ONE);
  const client = useQueryClient();
  const detect = useMutation({
    mutationFn: (column: string) => begin(aimCalls.detect(projectId, date.name, [column])),
  });
  const found = useQuery({
    ...aimQueries.detection(projectId, date.name),
    enabled: draft.series !== undefined,
  });
  const query = aimQueries.detection(projectId, date.name);
  const readDetection = async () => {
    const result = await send(aimCalls.detection(projectId, date.name));
    client.setQueryData(query.queryKey, result);
    const fits = result.detectedMultiseriesIdColumns.find(({ multiseriesIdColumns: [first] }) => first === asked);
    if (fits) change({ series: asked, unit: fits.timeUnit, step: fits.timeStep });
  };
  const followed = useFollow(detect.data?.follow, {
    onDone: () => {
      // `found` tells what went wrong when the result cannot be read.
      readDetection().catch(() => client.invalidateQueries({ queryKey: query.queryKey }));
    },
  });
  const choose = (column: string | null) => {
    setAsked(column ?? ONE);
    const alone = { series: undefined, unit: date.timeUnit ?? undefined, step: date.timeStep ?? undefined };
    change(alone);
    detect.reset();
    if (column) detect.mutate(column);
  };
  const columns = features.filter(({ name, featureType }) => name !== draft.target && featureType !== 'Date');
  const fit = found.data?.detectedMultiseriesIdColumns.find((one) => one.multiseriesIdColumns[0] === draft.series);
  const refused = followed.job?.state === 'done' && draft.series === undefined && asked !== ONE;
  return (
    <>
      <Group align="flex-end">
        <Select
          label="Column that tells series apart"
          description="A store, a product, a sensor"
          searchable
          data={[{ value: ONE, label: 'There is one series only' }, ...columns.map(({ name }) => name)]}
          value={asked}
          allowDeselect={false}
          onChange={choose}
          miw={280}
        />
        {refused && (
          <Button variant="default" onClick={() => choose(asked)}>
            Look again
          </Button>
        )}
      </Group>
      <ProblemNote problem={detect.error} title="Series were not looked for" />
      <JobProgress
        of={followed}
        what={`Looking for the series of ${asked}`}
        refused={`${asked} does not tell series apart`}
      />
      {fit && draft.series && (
        <Note title={`${draft.series} tells series apart`}>
          {`Every series has a value each ${fit.timeStep === 1 ? '' : `${fit.timeStep} `}${fit.timeUnit.toLowerCase()}${fit.timeStep === 1 ? '' : 's'}.`}
        </Note>
      )}
      {refused && (
        <Note tone="careful" title={`${asked} does not tell series apart`}>
          A moment occurs twice in one of them, or the steps are irregular. Choose another column.
        </Note>
      )}
      {asked === ONE && !date.timeSeriesEligible && (
        <Note tone="careful" title={`${date.name} is not the axis of one series`}>
          {date.timeSeriesEligibilityReason === 'notUnique'
            ? 'The same moment occurs more than once: choose the column that tells series apart.'
            : 'Its steps are irregular: bring the data to a regular step, or choose the column that tells series apart.'}
        </Note>
      )}
      {asked === ONE && date.timeSeriesEligible && (
        <Text size="sm" c="dimmed">
          {`One series with a step of ${date.timeStep} ${date.timeUnit?.toLowerCase()}.`}
        </Text>
      )}
    </>
  );
}
