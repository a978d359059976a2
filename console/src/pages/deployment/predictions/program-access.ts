import { queryOptions } from '@tanstack/react-query';
import { installationCall } from '../../../api/accounts.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import { send } from '../../../api/send.ts';

/** One prediction server, as a program reaches it. */
export interface ReachedServer {
  readonly id: string;
  readonly url: string;
  /** Null where no service key is demanded; empty where one is demanded and none was set. */
  readonly serviceKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a program needs for predictions, besides an API key. */
interface ProgramAccess {
  readonly servers: readonly ReachedServer[];
}

/** The key of a server counts on the managed cloud only. */
export const programAccessQuery = () =>
  queryOptions({
    queryKey: ['program-access'],
    queryFn: async ({ signal }): Promise<ProgramAccess> => {
      const [{ installation }, { data }] = await Promise.all([
        send(installationCall(), signal),
        send(deploymentCalls.predictionServers(), signal),
      ]);
      const demanded = installation === 'managed-cloud';
      return {
        servers: data.map(({ id, url, 'datarobot-key': key }) => ({
          id,
          url,
          serviceKey: demanded ? key : null,
          headers: demanded ? { 'service-key': key } : {},
        })),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
