import { Badge, Paper } from '@mantine/core';
import { type RegisteredModel, registryCalls } from '../../api/registry.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type BigColumn, BigTable, numberColumn, textColumn } from '../../parts/big-table.tsx';

import { Page } from '../../parts/page.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';

export function RegistryPage() {
  return (
    <Page
      title="Model registry"
      intro="Models that left their projects, version by version, ready to be deployed."
      calls={[registryCalls.list()]}
    >
      <Paper withBorder>
        <Reply to={registryCalls.list()} what="the registered models">
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
        </Reply>
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
        <RowLink to="/registry/$registeredModelId" params={{ registeredModelId: id }} text={name} />
        {isGlobal && (
          <Badge ml={8} size="sm" color="gray">
            for everybody
          </Badge>
        )}
      </>
    ),
  },
  { name: 'Target', by: ({ target }) => target.name ?? '', cell: ({ target }) => target.name ?? '–' },
  textColumn('Kind', ({ target }) => target.type),
  numberColumn('Versions', ({ lastVersionNum }) => lastVersionNum),
  { name: 'Changed', by: ({ modifiedAt }) => modifiedAt, cell: ({ modifiedAt }) => <Timestamp iso={modifiedAt} /> },
];
