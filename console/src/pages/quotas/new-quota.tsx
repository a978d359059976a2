import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const kinds = [
  { value: 'workload', label: 'Workload' },
  { value: 'deployment', label: 'Deployment' },
];

/** Begins in shadow mode without a limit, so that nobody is refused before the editor was used. */
const FIRST = { defaultRules: [], policies: [], capacity: null, saturationThreshold: null, shadow: true } as const;

export function NewQuota() {
  const [opened, { open, close }] = useDisclosure(false);
  const [type, setType] = useState<Resource['resourceType']>('workload');
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const create = useChange((resource: Resource) => quotaCalls.create(resource, FIRST), {
    refresh: [quotasKey],
    onDone: ({ id: quotaId }) => void navigate({ to: '/quotas/$quotaId', params: { quotaId } }),
  });
  return (
    <>
      <Button size="xs" onClick={open}>
        Set limits
      </Button>
      {opened && (
        <FormDialog
          title="Limits of what?"
          onClose={close}
          submit="Go on"
          onSubmit={() => create.mutate({ resourceType: type, resourceId: id.trim() })}
          busy={create.isPending}
          problem={create.error}
          refused="No quota was made"
        >
          <Select
            label="Kind"
            data={kinds}
            value={type}
            onChange={(value) => setType(value === 'deployment' ? 'deployment' : 'workload')}
            allowDeselect={false}
          />
          <TextInput
            label="Id"
            description="llmGateway for the gateway to language models"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            required
            data-autofocus
            error={fieldError(create.error, 'resourceId')}
          />
        </FormDialog>
      )}
    </>
  );
}
