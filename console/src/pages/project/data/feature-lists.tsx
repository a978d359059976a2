import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import {
  type Project,
  type ProjectFeature,
  type ProjectList,
  projectFeatureCalls,
  projectKeys,
} from '../../../api/projects.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { FeatureListDialog } from '../../../parts/feature-list-dialog.tsx';
import { whole } from '../../../parts/format.ts';
import { Answer, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';

interface FeatureListsProps {
  readonly project: Project;
  readonly columns: readonly ProjectFeature[];
}

export function FeatureLists({ project, columns }: FeatureListsProps) {
  const lists = useQuery(callQuery(projectFeatureCalls.lists(project.id)));
  const [creating, setCreating] = useState(false);
  const remove = useChange((id: string) => projectFeatureCalls.removeList(project.id, id), {
    refresh: [projectKeys.one(project.id)],
  });
  return (
    <Panel
      title="Feature lists"
      intro="Which columns models may use. The autopilot can be run on any of them."
      aside={
        <Button size="xs" variant="default" onClick={() => setCreating(true)}>
          Create list
        </Button>
      }
    >
      <ProblemNote problem={remove.error} title="The list was not deleted" />
      <Answer of={lists} what="the feature lists">
        {(found) => <ListTable lists={found} onRemove={(id) => remove.mutate(id)} />}
      </Answer>
      {creating && <CreateList project={project} columns={columns} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function ListTable({ lists, onRemove }: { lists: readonly ProjectList[]; onRemove: (id: string) => void }) {
  return (
    <DataTable
      label="Feature lists"
      columns={['Name', 'Features', 'Models', 'Created', '']}
      numeric={['Features', 'Models']}
    >
      {lists.map((list) => (
        <Table.Tr key={list.id}>
          <Table.Td fw={500} title={list.description}>
            {list.name}
            {!list.isUserCreated && (
              <Badge ml={8} size="sm" color="gray">
                made by the platform
              </Badge>
            )}
          </Table.Td>
          <Table.Td ta="right" className="number" title={list.features.slice(0, 40).join(', ')}>
            {whole(list.features.length)}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {whole(list.numModels)}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={list.created} />
          </Table.Td>
          <Table.Td ta="right">
            {list.isUserCreated && (
              <Button
                size="compact-xs"
                variant="subtle"
                className="danger"
                aria-label={`Delete ${list.name}`}
                onClick={() => onRemove(list.id)}
              >
                Delete
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function CreateList({ project, columns, onClose }: FeatureListsProps & { readonly onClose: () => void }) {
  return (
    <FeatureListDialog
      offered={columns.map(({ name }) => name)}
      chosen={columns.filter(({ lowInformation }) => !lowInformation).map(({ name }) => name)}
      call={({ name, features }) => projectFeatureCalls.createList(project.id, { name, features: [...features] })}
      refresh={[projectKeys.one(project.id)]}
      onClose={onClose}
    />
  );
}
