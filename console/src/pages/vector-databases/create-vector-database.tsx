import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { begin, useFollow } from '../../api/follow.ts';
import { type VectorDatabase, vectorDatabaseCalls, vectorDatabaseKeys } from '../../api/generative.ts';
import { send } from '../../api/send.ts';
import { useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { isNewUseCase } from '../../parts/pickers.tsx';
import { BuildForm, type BuildRequest } from './build-form.tsx';

interface CreateVectorDatabaseProps {
  /** The one a new version is made of. */
  readonly parent?: VectorDatabase;
  readonly onClose: () => void;
}

/** Asks for what is needed, then shows how far it is, then opens it. */
export function CreateVectorDatabase({ parent, onClose }: CreateVectorDatabaseProps) {
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  const build = useMutation({
    mutationFn: async ({ useCaseId, ...request }: BuildRequest) => {
      const name = request.name ?? 'Documents';
      const inside = isNewUseCase(useCaseId)
        ? (await send(useCaseCalls.create({ name: name.slice(0, 100), description: '' }))).id
        : useCaseId;
      const inherited = parent ? { parentVectorDatabaseId: parent.id, updateLlmBlueprints: true } : {};
      return begin(vectorDatabaseCalls.create({ ...request, ...inherited, useCaseId: inside }));
    },
    onSuccess: ({ reply }) => setMade(reply.id),
  });
  const following = useFollow(build.data?.follow, {
    refresh: [vectorDatabaseKeys.all, useCaseKeys.all],
    onDone: () => {
      onClose();
      if (made) void navigate({ to: '/vector-databases/$vectorDatabaseId', params: { vectorDatabaseId: made } });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={parent ? `A new version of ${parent.name}` : 'Create a vector database'}
      size="lg"
    >
      {build.isSuccess ? (
        <JobProgress
          of={following}
          what="Cutting and embedding the documents"
          refused="The vector database was not built"
        />
      ) : (
        <BuildForm
          {...(parent ? { parent } : {})}
          busy={build.isPending}
          problem={build.error}
          onClose={onClose}
          onBuild={(request) => build.mutate(request)}
        />
      )}
    </Modal>
  );
}
