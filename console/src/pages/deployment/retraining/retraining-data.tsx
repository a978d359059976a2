import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { retrainingCalls, retrainingKey, retrainingQueries } from '../../../api/retraining.ts';
import { useChange } from '../../../api/use-change.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';

/** Which dataset policies learn from: its newest version each time. */
export function RetrainingData({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const settings = useQuery(retrainingQueries.settings(deploymentId));
  const [datasetId, setDatasetId] = useState('');
  const save = useChange((id: string) => retrainingCalls.changeSettings(deploymentId, id), {
    refresh: [retrainingKey(deploymentId)],
    onDone: () => setDatasetId(''),
  });
  return (
    <Panel title="Data to learn from" intro="Policies take the newest version of this dataset each time.">
      <Answer of={settings} what="the retraining settings">
        {({ dataset, retrainingUser }) => (
          <Text size="sm" mb="sm">
            {dataset
              ? `${dataset.name} (${dataset.id}), as ${retrainingUser?.username ?? 'its owner'}`
              : 'None yet: name a dataset before a policy runs.'}
          </Text>
        )}
      </Answer>
      {editable && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(datasetId.trim());
          }}
        >
          <Group gap="sm" align="flex-end">
            <TextInput
              size="xs"
              w={260}
              label="Id of a dataset"
              value={datasetId}
              onChange={(event) => setDatasetId(event.currentTarget.value)}
              required
            />
            <Button size="xs" type="submit" loading={save.isPending}>
              Use it
            </Button>
          </Group>
        </form>
      )}
      <ProblemNote problem={save.error} title="Nothing was changed" />
    </Panel>
  );
}
