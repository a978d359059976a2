import { Select } from '@mantine/core';

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { sentence } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { type Resource, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { HeadButton, RowButton, RowLink } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField } from '../../parts/fields.tsx';
import { EmptyState, Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { kindOf, offeredKinds, pageOf } from './kinds.ts';

export function UseCaseResources({ useCaseId }: { useCaseId: string }) {
  const remove = useChange(
    ({ entityType, entityId }: Resource) => useCaseCalls.unlink(useCaseId, kindOf(entityType).collection, entityId),
    { refresh: [useCaseKeys.all] },
  );
  return (
    <Panel
      title="Contents"
      aside={
        <HeadButton
          label="Add something"
          primary
          needs={{ object: 'useCase', id: useCaseId, need: 'write' }}
          dialog={(close) => <AddToUseCase useCaseId={useCaseId} onClose={close} />}
        />
      }
    >
      <ProblemNote problem={remove.error} title="It was not taken out" />
      <Reply to={useCaseCalls.resources(useCaseId)} what="what lies in it">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="useCase" title="Nothing lies in it yet">
              Add datasets, recipes, projects and deployments that belong together.
            </EmptyState>
          ) : (
            <DataTable
              label="Contents"
              rows={data}
              idOf={({ id }) => id}
              columns={[
                { name: 'Name', fw: 500, cell: (resource) => <NameCell resource={resource} /> },
                { name: 'Kind', cell: ({ entityType }) => kindOf(entityType).label },
                { name: 'Changed', cell: ({ updatedAt }) => <Timestamp iso={updatedAt} /> },
                { name: 'By', cell: ({ updated }) => updated?.fullName ?? updated?.username },
                {
                  name: '',
                  cell: (resource) => (
                    <RowButton
                      label="Take out"
                      of={resource.name}
                      needs={{ object: 'useCase', id: useCaseId, need: 'write' }}
                      onClick={() => remove.mutate(resource)}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Reply>
    </Panel>
  );
}

function NameCell({ resource }: { resource: Resource }) {
  const page = pageOf(resource);
  return page && !resource.isDeleted ? (
    <RowLink to={page as NonNullable<LinkProps['to']>} text={resource.name} />
  ) : (
    resource.name
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
  const { collection, label } = kindOf(entityType);
  return (
    <FormDialog
      title="Add to this use case"
      onClose={onClose}
      submit="Add"
      call={() => (entityId === null ? undefined : useCaseCalls.link(useCaseId, collection, entityId))}
      refresh={[useCaseKeys.all]}
      refused="It was not added"
    >
      <ChoiceField
        label="Kind"
        data={offeredKinds}
        value={entityType}
        onChange={(kind) => {
          setEntityType(kind);
          setEntityId(null);
        }}
      />
      <Select
        label={label}
        placeholder="Type to search"
        data={(offered.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        limit={MOST_OFFERED}
        value={entityId}
        onChange={setEntityId}
        searchable
        required
        nothingFoundMessage={offered.isPending ? 'Loading ...' : 'There is none'}
        error={offered.error && sentence(offered.error)}
      />
    </FormDialog>
  );
}
