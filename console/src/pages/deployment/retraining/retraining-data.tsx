import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { retrainingCalls } from '../../../api/deployment-settings.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { useChange } from '../../../api/use-change.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DatasetPicker } from '../../../parts/dataset-picker.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';

/** Which dataset policies learn from: its newest version each time. */
export function RetrainingData({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const settings = useQuery(callQuery(retrainingCalls.settings(deploymentId)));
  const [datasetId, setDatasetId] = useState('');
  const save = useChange((id: string) => retrainingCalls.changeSettings(deploymentId, id), {
    refresh: [deploymentKey(deploymentId)],
    onDone: () => setDatasetId(''),
  });
  return (
    <Panel title="Data to learn from" intro="Policies take the newest version of this dataset each time.">
      <Answer of={settings} what="the retraining settings">
        {({ dataset, retrainingUser }) => (
          <Text size="sm" mb="sm">
            {dataset ? (
              <>
                <Link to="/datasets/$datasetId" params={{ datasetId: dataset.id }} className="row-link">
                  {dataset.name}
                </Link>
                {`, as ${retrainingUser?.username ?? 'its owner'}`}
              </>
            ) : (
              'None yet: choose a dataset before a policy runs.'
            )}
          </Text>
        )}
      </Answer>
      {editable && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(datasetId);
          }}
        >
          <Group gap="sm" align="flex-end">
            <Box w={320} maw="100%">
              <DatasetPicker label="Dataset" value={datasetId} onChange={setDatasetId} />
            </Box>
            <Button type="submit" loading={save.isPending}>
              Use it
            </Button>
          </Group>
        </form>
      )}
      <ProblemNote problem={save.error} title="Nothing was changed" />
    </Panel>
  );
}
