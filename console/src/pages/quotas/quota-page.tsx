import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCall } from '../../api/call-query.ts';
import { type Quota, quotaCalls } from '../../api/quotas.ts';
import { ResourceLink, useResourceNames } from '../../parts/actions.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer } from '../../parts/panel.tsx';
import { TheQuota } from './resource-quota.tsx';

export function QuotaPage() {
  const { quotaId } = useParams({ from: '/signed-in/quotas/$quotaId' });
  const quota = useCall(quotaCalls.get(quotaId));
  return (
    <Page
      title="Quota"
      intro={quota.data && <OfWhat quota={quota.data} />}
      calls={[quotaCalls.get(quotaId), quotaCalls.usage(quotaId, 'day')]}
    >
      <Answer of={quota} what="this quota">
        {(found) => (
          <Stack gap="lg">
            <TheQuota quota={found} to="/quotas" />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

function OfWhat({ quota }: { quota: Quota }) {
  const name = useResourceNames([quota])(quota);
  return (
    <>
      {'Of '}
      <ResourceLink of={quota} name={name} />
    </>
  );
}
