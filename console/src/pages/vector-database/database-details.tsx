import { Link } from '@tanstack/react-router';
import type { VectorDatabase } from '../../api/vector-databases.ts';
import { Details } from '../../parts/details.tsx';
import { bytes, whole } from '../../parts/format-number.ts';
import { Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { BuildState } from '../vector-databases/build-state.tsx';

export function DatabaseDetails({ of }: { of: VectorDatabase }) {
  return (
    <Panel title="Details" aside={<BuildState of={of} />}>
      <Details
        facts={[
          ['Embedder', of.embeddingModel],
          ['Dataset', of.datasetName],
          [
            'Pieces',
            `${whole(of.chunksCount)}${of.chunkSize === null ? '' : `, at most ${of.chunkSize} tokens, ${of.chunkOverlapPercentage ?? 0} % overlap`}`,
          ],
          ['Size', bytes(of.size)],
          ['Can be filtered by', of.metadataColumns.length === 0 ? 'nothing' : of.metadataColumns.join(', ')],
          [
            'Who sees which piece',
            of.accessConnectionId === null ? (
              'Everybody who may use this vector database sees all of it'
            ) : (
              <>
                {'Whoever may read its document at '}
                <Link to="/access/$connectionId" className="row-link" params={{ connectionId: of.accessConnectionId }}>
                  the provider
                </Link>
              </>
            ),
          ],
          ['Used in playgrounds', whole(of.playgroundsCount)],
          ['Made by', of.userName],
          ['Created', <Timestamp key="created" iso={of.creationDate} />],
        ]}
      />
    </Panel>
  );
}
