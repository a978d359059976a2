import { Badge, Button, Table, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ModelVersion, registryQueries } from '../../api/registry.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Answer, Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
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
            columns={['Version', 'Model', 'From', 'Build', 'Deployments', 'Made', '']}
            numeric={['Deployments']}
            minWidth={760}
          >
            {data.map((version) => (
              <VersionRow key={version.id} version={version} onDeploy={() => setChosen(version)} />
            ))}
          </DataTable>
        )}
      </Answer>
      {chosen && <DeployVersion version={chosen} onClose={() => setChosen(undefined)} />}
    </Panel>
  );
}

function VersionRow({ version, onDeploy }: { version: ModelVersion; onDeploy: () => void }) {
  const { sourceMeta, modelDescription, modelId } = version;
  const name = modelDescription.modelName ?? version.name;
  return (
    <Table.Tr>
      <Table.Td fw={600}>{`Version ${version.registeredModelVersion}`}</Table.Td>
      <Table.Td>
        {sourceMeta.projectId !== null ? (
          <Link
            to="/projects/$projectId/models/$modelId"
            params={{ projectId: sourceMeta.projectId, modelId }}
            className="row-link"
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </Table.Td>
      <Table.Td>{sourceMeta.projectName ?? (version.modelExecutionType === 'external' ? 'elsewhere' : '–')}</Table.Td>
      <Table.Td>
        <Build version={version} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {whole(version.activeDeploymentCount)}
      </Table.Td>
      <Table.Td>
        <Timestamp iso={version.createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          disabled={version.buildStatus === 'failed'}
          aria-label={`Deploy version ${version.registeredModelVersion}`}
          onClick={onDeploy}
        >
          Deploy
        </Button>
      </Table.Td>
    </Table.Tr>
  );
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
