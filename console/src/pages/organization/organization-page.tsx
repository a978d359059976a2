import { List } from '@mantine/core';

import { calls, useAccount } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import { RowLink } from '../../parts/actions.tsx';
import { Details } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { PAGE_SIZE } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';

const FIRST = { offset: 0, limit: PAGE_SIZE };

/** The reader's own: of others nobody is told. */
export function OrganizationPage() {
  const account = useAccount();
  const organization = useCall(calls.organization(account.orgId));
  const users = useCall(calls.users(account.orgId, FIRST));
  return (
    <Page
      title="Organization"
      intro="What you make belongs to your organization. Nobody outside of it sees that it exists."
      calls={[calls.organization(account.orgId), calls.users(account.orgId, FIRST)]}
    >
      <Panel title={organization.data?.name ?? 'Your organization'}>
        <Answer of={organization} what="the organization">
          {({ id, name, createdAt }) => (
            <Details
              facts={[
                ['Name', name],
                ['Id', id],
                ['Since', <Timestamp key="since" iso={createdAt} />],
                ['People', users.data ? whole(users.data.totalCount) : '…'],
              ]}
            />
          )}
        </Answer>
      </Panel>
      <Panel title="Who may do what">
        <List size="sm" spacing={6}>
          <List.Item>
            <RowLink to="/users" text="Users" />: accounts, roles, passwords
          </List.Item>
          <List.Item>
            <RowLink to="/groups" text="Groups" />: people to share with at once
          </List.Item>
          <List.Item>
            <RowLink to="/feature-flags" text="Feature flags" />: what accounts may use beyond the usual
          </List.Item>
        </List>
      </Panel>
    </Page>
  );
}
