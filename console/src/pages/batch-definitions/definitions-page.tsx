import { useNavigate } from '@tanstack/react-router';

import type { BatchDefinition } from '../../api/batch-predictions.ts';
import { batchJobsKey, definitionCalls, definitionsKey, pollDefinitions } from '../../api/batch-predictions.ts';
import { useChange } from '../../api/call-query.ts';
import { DeploymentLink, RowLink, RowMenu, useDeploymentLabels } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { scheduleText } from '../../parts/schedule/schedule-text.ts';
import { Small, Timestamp } from '../../parts/text.tsx';
import { BatchParts, BatchState } from '../batch-predictions/batch-state.tsx';
import { DefinitionDialog } from './definition-dialog.tsx';
import { placeText } from './definition-form.ts';

export function DefinitionsPage() {
  return (
    <ListPage
      title="Batch predictions"
      intro="Batches that are run again: by a schedule, or whenever somebody says so."
      what="definitions"
      icon="old"
      list={definitionCalls.list}
      poll={pollDefinitions}
      searches="names"
      above={<BatchParts current="Definitions" />}
      empty="Say once which deployment answers which rows and where the answers go; then run it with a click, or every night."
      create={{
        label: 'New definition',
        first: 'Create the first definition',
        dialog: (close) => <DefinitionDialog onClose={close} />,
      }}
    >
      {(rows) => <DefinitionTable definitions={rows} />}
    </ListPage>
  );
}

export function DefinitionTable({ definitions }: { definitions: readonly BatchDefinition[] }) {
  const labels = useDeploymentLabels();
  const navigate = useNavigate();
  const run = useChange(({ id }: BatchDefinition) => definitionCalls.run(id), {
    refresh: [batchJobsKey, definitionsKey],
    onDone: (_, { id }) => void navigate({ to: '/batch-predictions', search: { definition: id } }),
  });
  const toggle = useChange(({ id, enabled }: BatchDefinition) => definitionCalls.change(id, { enabled: !enabled }), {
    refresh: [definitionsKey],
  });
  return (
    <>
      <ProblemNote problem={run.error} title="It was not run" />
      <ProblemNote problem={toggle.error} title="Nothing was changed" />
      <DataTable
        label="Batch definitions"
        minWidth={860}
        rows={definitions}
        idOf={(one) => one.id}
        columns={[
          {
            name: 'Name',
            miw: 170,
            cell: (one) => (
              <>
                <RowLink to="/batch-predictions" search={{ definition: one.id }} text={one.name} />
                <Small>
                  {`${placeText(one.batchPredictionJob.intakeSettings)} to ${placeText(one.batchPredictionJob.outputSettings)}`}
                </Small>
              </>
            ),
          },
          { name: 'Deployment', cell: (one) => <Of definition={one} labels={labels} /> },
          { name: 'Runs', cell: (one) => whenText(one) },
          { name: 'Next', cell: (one) => <Timestamp iso={one.nextScheduledRunTime} none="not planned" /> },
          {
            name: 'Last',
            cell: (one) => (
              <>
                {one.lastStartedJobStatus && <BatchState status={one.lastStartedJobStatus} />}
                <Small mt={2}>
                  <Timestamp iso={one.lastStartedJobTime} />
                </Small>
              </>
            ),
          },
          {
            name: '',
            cell: (one) => (
              <RowMenu
                of={one.name}
                actions={[
                  { label: 'Run now', onChoose: () => run.mutate(one) },
                  { label: 'Edit', dialog: (close) => <DefinitionDialog definition={one} onClose={close} /> },
                  ...(one.schedule === null
                    ? []
                    : [
                        {
                          label: one.enabled ? 'Pause the schedule' : 'Resume the schedule',
                          onChoose: () => toggle.mutate(one),
                        },
                      ]),
                  {
                    label: 'Delete',
                    dangerous: true,
                    dialog: (close) => (
                      <DeleteDialog
                        name={one.name}
                        kind="definition"
                        call={definitionCalls.remove(one.id)}
                        refresh={[definitionsKey]}
                        onClose={close}
                      >
                        It runs no more. The batches it made stay, with their answers. This cannot be undone.
                      </DeleteDialog>
                    ),
                  },
                ]}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function Of({ definition, labels }: { definition: BatchDefinition; labels: ReadonlyMap<string, string> }) {
  const { deploymentId } = definition.batchPredictionJob;
  if (!deploymentId) return 'a model';
  return <DeploymentLink id={deploymentId} label={labels.get(deploymentId)} />;
}

function whenText({ enabled, schedule }: BatchDefinition): string {
  if (schedule === null) return 'when somebody says so';
  return enabled ? scheduleText(schedule) : `paused (${scheduleText(schedule)})`;
}
