import { Button, Fieldset, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeploymentSettings } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { SubmitForm } from '../../../parts/dialogs.tsx';
import { Toggle } from '../../../parts/fields.tsx';
import { ProblemNote } from '../../../parts/panel.tsx';
import { Dimmed } from '../../../parts/text.tsx';

/** Settings that belong together. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="md">
      <Title order={3} fz="md">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly about: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why it cannot be had here. */
  readonly never?: string | undefined;
  /** What more there is to say once it is on. */
  readonly children?: ReactNode;
}

export function SwitchField({ label, about, checked, onChange, never, children }: SwitchFieldProps) {
  return (
    <div>
      <Toggle
        label={label}
        description={never ? `${about} ${never}` : about}
        checked={checked}
        disabled={never !== undefined}
        onChange={onChange}
      />
      {checked && children && (
        <Stack gap="sm" pl={54} pt="sm" maw={520}>
          {children}
        </Stack>
      )}
    </div>
  );
}

/** What a group of fields is given: everything, and a way to change one group of it. */
export interface FieldsProps {
  readonly deployment: Deployment;
  readonly settings: DeploymentSettings;
  readonly onChange: (change: Partial<DeploymentSettings>) => void;
}

interface DraftFormProps {
  /** The groups that were changed; only they are sent. */
  readonly change: object;
  readonly readOnly: boolean;
  readonly submit: string;
  readonly sent: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Groups of settings, what of them was changed, and the button that saves it. */
export function DraftForm({ change, readOnly, submit, sent, onSubmit, children }: DraftFormProps) {
  const changed = Object.keys(change);
  return (
    <SubmitForm onSubmit={onSubmit}>
      <Fieldset variant="unstyled" disabled={readOnly}>
        <Stack gap="xl">
          {children}
          <ProblemNote problem={sent.error} title="Nothing was changed" />
          <Group justify="flex-end" gap="sm">
            <Dimmed role="status">
              {changed.length === 0 ? 'Nothing changed yet' : `Changed: ${changed.join(', ')}`}
            </Dimmed>
            <Button type="submit" loading={sent.isPending} disabled={changed.length === 0}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </SubmitForm>
  );
}
