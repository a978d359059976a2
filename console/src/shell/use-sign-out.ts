import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { calls } from '../api/accounts.ts';
import { send } from '../api/send.ts';

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => send(calls.signOut()),
    onSuccess: async () => {
      // Away first: the page behind must not ask again without a session.
      await navigate({ to: '/login' });
      client.clear();
    },
  });
}
