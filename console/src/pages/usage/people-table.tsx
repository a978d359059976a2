import type { UsedByPerson, UserLimits } from '../../api/quotas.ts';
import { BigTable } from '../../parts/table/big-table.tsx';
import { UsedOf } from './used-of.tsx';

export function PeopleTable({ found: { data, limits } }: { found: UserLimits }) {
  return (
    <BigTable<UsedByPerson>
      label="Generative AI by person"
      rows={data}
      idOf={({ userId }) => userId}
      sortedBy={{ name: 'LLM calls', descending: true }}
      columns={[
        { name: 'Username', cell: ({ username }) => username, by: ({ username }) => username },
        {
          name: 'LLM calls',
          cell: (one) => (
            <UsedOf used={one.llmApiCalls} limit={limits.llmApiCalls} label={`LLM calls of ${one.username}`} />
          ),
          by: ({ llmApiCalls }) => llmApiCalls,
          numeric: true,
        },
        {
          name: 'Vector databases',
          cell: (one) => (
            <UsedOf
              used={one.vectorDatabases}
              limit={limits.vectorDatabases}
              label={`Vector databases of ${one.username}`}
            />
          ),
          by: ({ vectorDatabases }) => vectorDatabases,
          numeric: true,
        },
      ]}
    />
  );
}
