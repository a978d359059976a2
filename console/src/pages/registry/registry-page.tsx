import { Badge, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type RegisteredModel, registryCalls } from '../../api/registry.ts';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function RegistryPage() {
  const models = useQuery(callQuery(registryCalls.list()));
  return (
    <Page
      title="Model registry"
      intro="Models that left their projects, version by version, ready to be deployed."
      calls={[registryCalls.list()]}
    >
      <Paper withBorder>
        <Answer of={models} what="the registered models">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="registry" title="Nothing is registered yet">
                Open a model on the leaderboard of a project and choose Register or Deploy.
              </EmptyState>
            ) : (
              <BigTable
                label="Registered models"
                rows={data}
                columns={columns}
                idOf={({ id }) => id}
                sortedBy={{ name: 'Changed', descending: true }}
                height={620}
              />
            )
          }
        </Answer>
      </Paper>
    </Page>
  );
}

const columns: readonly BigColumn<RegisteredModel>[] = [
  {
    name: 'Name',
    by: ({ name }) => name,
    cell: ({ id, name, isGlobal }) => (
      <>
        <Link to="/registry/$registeredModelId" params={{ registeredModelId: id }} className="row-link">
          {name}
        </Link>
        {isGlobal && (
          <Badge ml={8} size="sm" color="gray">
            for everybody
          </Badge>
        )}
      </>
    ),
  },
  { name: 'Target', by: ({ target }) => target.name ?? '', cell: ({ target }) => target.name ?? '–' },
  { name: 'Kind', by: ({ target }) => target.type, cell: ({ target }) => target.type },
  {
    name: 'Versions',
    numeric: true,
    by: ({ lastVersionNum }) => lastVersionNum,
    cell: ({ lastVersionNum }) => whole(lastVersionNum),
  },
  { name: 'Changed', by: ({ modifiedAt }) => modifiedAt, cell: ({ modifiedAt }) => <Timestamp iso={modifiedAt} /> },
];
