import { Button, Select, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery, useChange } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { type Resource, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { kindOf, offeredKinds, pageOf } from './kinds.ts';

export function UseCaseResources({ useCaseId }: { useCaseId: string }) {
  const resources = useQuery(callQuery(useCaseCalls.resources(useCaseId)));
  const [adding, { open, close }] = useDisclosure(false);
  const remove = useChange(
    ({ entityType, entityId }: Resource) => useCaseCalls.unlink(useCaseId, kindOf(entityType).collection, entityId),
    { refresh: [useCaseKeys.all] },
  );
  return (
    <Panel
      title="Contents"
      aside={
        <Button size="xs" onClick={open}>
          Add something
        </Button>
      }
    >
      <ProblemNote problem={remove.error} title="It was not taken out" />
      <Answer of={resources} what="what lies in it">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="useCase" title="Nothing lies in it yet">
              Add datasets, recipes, projects and deployments that belong together.
            </EmptyState>
          ) : (
            <DataTable label="Contents" columns={['Name', 'Kind', 'Changed', 'By', '']}>
              {data.map((resource) => (
                <ResourceRow key={resource.id} resource={resource} onRemove={() => remove.mutate(resource)} />
              ))}
            </DataTable>
          )
        }
      </Answer>
      {adding && <AddToUseCase useCaseId={useCaseId} onClose={close} />}
    </Panel>
  );
}

function ResourceRow({ resource, onRemove }: { resource: Resource; onRemove: () => void }) {
  const page = pageOf(resource);
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        {page && !resource.isDeleted ? (
          <Link to={page} className="row-link">
            {resource.name}
          </Link>
        ) : (
          resource.name
        )}
      </Table.Td>
      <Table.Td>{kindOf(resource.entityType).label}</Table.Td>
      <Table.Td>
        <Timestamp iso={resource.updatedAt} />
      </Table.Td>
      <Table.Td>{resource.updated?.fullName ?? resource.updated?.username}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="subtle"
          className="danger"
          onClick={onRemove}
          aria-label={`Take out ${resource.name}`}
        >
          Take out
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

const MOST_OFFERED = 100;

const offeredQuery = (entityType: string) =>
  queryOptions({
    queryKey: [...useCaseKeys.all, 'offered', entityType],
    queryFn: async ({ signal }) => {
      const { offered } = kindOf(entityType);
      return offered ? offered.read((await send(offered.call, signal)) as never) : [];
    },
  });

function AddToUseCase({ useCaseId, onClose }: { useCaseId: string; onClose: () => void }) {
  const [entityType, setEntityType] = useState('dataset');
  const [entityId, setEntityId] = useState<string | null>(null);
  const offered = useQuery(offeredQuery(entityType));
  const add = useChange((id: string) => useCaseCalls.link(useCaseId, kindOf(entityType).collection, id), {
    refresh: [useCaseKeys.all],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Add to this use case"
      onClose={onClose}
      submit="Add"
      onSubmit={() => entityId !== null && add.mutate(entityId)}
      busy={add.isPending}
      problem={add.error ?? offered.error}
      refused="It was not added"
    >
      <Select
        label="Kind"
        data={offeredKinds}
        value={entityType}
        onChange={(kind) => {
          setEntityType(kind ?? 'dataset');
          setEntityId(null);
        }}
        allowDeselect={false}
      />
      <Select
        label={kindOf(entityType).label}
        placeholder="Type to search"
        data={(offered.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        limit={MOST_OFFERED}
        value={entityId}
        onChange={setEntityId}
        searchable
        required
        nothingFoundMessage={offered.isPending ? 'Loading ...' : 'There is none'}
      />
    </FormDialog>
  );
}
