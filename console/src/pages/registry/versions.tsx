import { Badge, Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ModelVersion, registryQueries } from '../../api/registry.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Answer, Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { DeployVersion } from '../models/deploy/deploy-model.tsx';

export function Versions({ registeredModelId }: { registeredModelId: string }) {
  const versions = useQuery(registryQueries.versions(registeredModelId));
  const [chosen, setChosen] = useState<ModelVersion>();
  return (
    <Panel title="Versions" intro="A version never changes: what is deployed stays as it was when it was registered.">
      <Answer of={versions} what="the versions">
        {({ data }) => (
          <DataTable
            label="Versions"
            minWidth={760}
            rows={data}
            idOf={({ id }) => id}
            columns={columnsFor(setChosen)}
          />
        )}
      </Answer>
      {chosen && <DeployVersion version={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  );
}

const columnsFor = (onDeploy: (version: ModelVersion) => void): readonly Column<ModelVersion>[] => [
  { name: 'Version', fw: 600, cell: ({ registeredModelVersion }) => `Version ${registeredModelVersion}` },
  { name: 'Model', cell: (version) => <ModelName version={version} /> },
  {
    name: 'From',
    cell: ({ sourceMeta, modelExecutionType }) =>
      sourceMeta.projectName ?? (modelExecutionType === 'external' ? 'elsewhere' : '–'),
  },
  { name: 'Build', cell: (version) => <Build version={version} /> },
  { name: 'Deployments', numeric: true, cell: ({ activeDeploymentCount }) => whole(activeDeploymentCount) },
  { name: 'Made', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
  {
    name: '',
    cell: (version) => (
      <Button
        size="compact-xs"
        disabled={version.buildStatus === 'failed'}
        aria-label={`Deploy version ${version.registeredModelVersion}`}
        onClick={() => onDeploy(version)}
      >
        Deploy
      </Button>
    ),
  },
];

function ModelName({ version: { name, sourceMeta, modelDescription, modelId } }: { version: ModelVersion }) {
  const { projectId } = sourceMeta;
  const text = modelDescription.modelName ?? name;
  if (projectId === null) return text;
  return <RowLink to="/projects/$projectId/models/$modelId" params={{ projectId, modelId }} text={text} />;
}

function Build({ version: { buildStatus, buildError } }: { version: ModelVersion }) {
  if (buildStatus === 'complete') return <Badge>ready</Badge>;
  if (buildStatus === 'inProgress') return <Badge color="gray">being built</Badge>;
  return (
    <Tooltip label={buildError ?? 'It ended without a reason.'} multiline maw={360}>
      <Badge color="red" tabIndex={0}>
        failed
      </Badge>
    </Tooltip>
  );
}
