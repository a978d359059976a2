import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeploymentSettings } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { Toggle } from '../../../parts/fields.tsx';

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
