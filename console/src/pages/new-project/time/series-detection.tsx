import { Button, Group, MultiSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useCall } from '../../../api/call-query.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { aimCalls, type ProjectFeature } from '../../../api/projects.ts';
import { send } from '../../../api/send.ts';
import { Note, ProblemNote } from '../../../parts/panel.tsx';
import { Dimmed } from '../../../parts/text.tsx';
import { JobProgress } from '../../../parts/upload.tsx';
import type { StepProps } from '../step-buttons.tsx';

const sameColumns = (some: readonly string[], others: readonly string[] = []): boolean =>
  some.length === others.length && some.every((name) => others.includes(name));

/** The columns whose values identify a series, several as one ID: chosen here, then checked against the data. */
export function SeriesDetection({ wizard, projectId, features, date }: StepProps & { readonly date: ProjectFeature }) {
  const { draft, change } = wizard;
  const [asked, setRequested] = useState<readonly string[]>(draft.series ?? []);
  const client = useQueryClient();
  const detect = useMutation({
    mutationFn: (columns: readonly string[]) => begin(aimCalls.detect(projectId, date.name, columns)),
  });
  const found = useCall(aimCalls.detection(projectId, date.name), { enabled: draft.series !== undefined });
  const query = callQuery(aimCalls.detection(projectId, date.name));
  const readDetection = async () => {
    const result = await send(aimCalls.detection(projectId, date.name));
    client.setQueryData(query.queryKey, result);
    const fits = result.detectedMultiseriesIdColumns.find((one) => sameColumns(one.multiseriesIdColumns, asked));
    if (fits) change({ series: asked, unit: fits.timeUnit, step: fits.timeStep });
  };
  const followed = useFollow(detect.data?.follow, {
    onDone: () => {
      // `found` tells what went wrong when the result cannot be read.
      readDetection().catch(() => client.invalidateQueries({ queryKey: query.queryKey }));
    },
  });
  const choose = (columns: readonly string[]) => {
    setRequested(columns);
    const alone = { series: undefined, unit: date.timeUnit ?? undefined, step: date.timeStep ?? undefined };
    change(alone);
    detect.reset();
    if (columns.length > 0) detect.mutate(columns);
  };
  const columns = features.filter(({ name, featureType }) => name !== draft.target && featureType !== 'Date');
  const fit = found.data?.detectedMultiseriesIdColumns.find((one) =>
    sameColumns(one.multiseriesIdColumns, draft.series),
  );
  const refused = followed.job?.state === 'done' && draft.series === undefined && asked.length > 0;
  const names = asked.join(', ');
  const notSeries = `${names} ${asked.length > 1 ? 'do' : 'does'} not identify the series`;
  return (
    <>
      <Group align="flex-end">
        <MultiSelect
          label="Series ID columns"
          description="A store, a product, a sensor. Several columns make one ID together; leave it empty for one series"
          searchable
          clearable
          data={columns.map(({ name }) => name)}
          value={[...asked]}
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
      <JobProgress of={followed} what={`Looking for the series of ${names}`} refused={notSeries} />
      {fit && draft.series && (
        <Note title={`Series ID: ${names}`}>
          {`Every series has a value each ${fit.timeStep === 1 ? '' : `${fit.timeStep} `}${fit.timeUnit.toLowerCase()}${fit.timeStep === 1 ? '' : 's'}.`}
        </Note>
      )}
      {refused && (
        <Note tone="careful" title={notSeries}>
          A date occurs twice in one series, or the steps are irregular. Choose other columns, or add one.
        </Note>
      )}
      {asked.length === 0 && !date.timeSeriesEligible && (
        <Note
          tone="careful"
          title={
            date.timeSeriesEligibilityReason === 'notUnique'
              ? 'Dates repeat: choose a series ID column'
              : 'Dates are irregular: choose a series ID column'
          }
        >
          {date.timeSeriesEligibilityReason === 'notUnique'
            ? `The same date occurs more than once in ${date.name}.`
            : `The steps of ${date.name} are irregular: resample the data to a regular step, or choose series ID columns.`}
        </Note>
      )}
      {asked.length === 0 && date.timeSeriesEligible && (
        <Dimmed>{`One series with a step of ${date.timeStep} ${date.timeUnit?.toLowerCase()}.`}</Dimmed>
      )}
    </>
  );
}
