import { Stack } from '@mantine/core';
import { quotaCalls } from '../../../api/quotas.ts';
import { ResourceQuota } from '../../quotas/resource-quota.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';

export function QuotaTab() {
  return (
    <DeploymentFrame part="Quota" calls={(resourceId) => [quotaCalls.of({ resourceType: 'deployment', resourceId })]}>
      {({ id }) => (
        <Stack gap="lg">
          <ResourceQuota resource={{ resourceType: 'deployment', resourceId: id }} />
        </Stack>
      )}
    </DeploymentFrame>
  );
}
