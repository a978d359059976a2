import { definitionCalls, pollDefinitions } from '../../api/batch-predictions.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { BatchParts } from '../batch-predictions/batch-state.tsx';
import { DefinitionDialog } from './definition-dialog.tsx';
import { DefinitionTable } from './definition-table.tsx';

export function DefinitionsPage() {
  return (
    <ListPage
      title="Batch predictions"
      intro="Batches that are run again: by a schedule, or whenever somebody says so."
      what="definitions"
      icon="old"
      list={definitionCalls.list}
      poll={pollDefinitions}
      searches="names"
      above={<BatchParts current="Definitions" />}
      empty="Say once which deployment answers which rows and where the answers go; then run it with a click, or every night."
      create={{
        label: 'New definition',
        first: 'Create the first definition',
        dialog: (close) => <DefinitionDialog onClose={close} />,
      }}
    >
      {(rows) => <DefinitionTable definitions={rows} />}
    </ListPage>
  );
}
