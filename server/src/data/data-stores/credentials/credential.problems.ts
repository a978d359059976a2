import { catalogue } from '#platform/http/problem.ts';

export const CredentialProblems = catalogue({
  noSuchCredential: {
    status: 404,
    code: 'data.no_such_credential',
    message: (id: string) =>
      `You have no credential ${id}: credentials are never shared. GET credentials/ lists yours.`,
  },
  nameTaken: {
    status: 409,
    code: 'data.credential_name_taken',
    message: (name: string) => `You have a credential ${JSON.stringify(name)} already. Choose another name.`,
  },
  noSuchAssociation: {
    status: 404,
    code: 'data.no_such_association',
    message: (text: string) =>
      `There is nothing to associate a credential with at ${JSON.stringify(text)}. Use dataconnection:{dataStoreId}.`,
  },
});
