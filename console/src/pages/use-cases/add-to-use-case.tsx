import { Select } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { kindOf, offeredKinds } from './kinds.ts';

const MOST_OFFERED = 100;

const offeredQuery = (entityType: string) =>
  queryOptions({
    queryKey: [...useCaseKeys.all, 'offered', entityType],
    queryFn: async ({ signal }) => {
      const { offered } = kindOf(entityType);
      return offered ? offered.read((await send(offered.call, signal)) as never) : [];
    },
  });

export function AddToUseCase({ useCaseId, onClose }: { useCaseId: string; onClose: () => void }) {
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
