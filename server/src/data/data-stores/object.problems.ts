import { catalogue } from '#platform/http/problem.ts';

export const ObjectProblems = catalogue({
  wrongCredential: {
    status: 422,
    code: 'data.object_wrong_credential',
    message: (id: string, type: string) =>
      `Credential ${id} is of the type ${type}; a bucket takes one of the type s3 (awsAccessKeyId, awsSecretAccessKey).`,
  },
  cannotRead: {
    status: 422,
    code: 'data.object_cannot_read',
    message: (url: string, reason: string) =>
      `${url} cannot be read: ${reason}. Check the url, the endpointUrl and the credential.`,
  },
  cannotWrite: {
    status: 422,
    code: 'data.object_cannot_write',
    message: (url: string, reason: string) =>
      `${url} cannot be written: ${reason}. Check the url, the endpointUrl and what the credential may do.`,
  },
  putRefused: {
    status: 422,
    code: 'data.put_refused',
    message: (host: string, status: number) => `${host} answered ${status} to PUT instead of taking the file.`,
  },
  putFailed: {
    status: 422,
    code: 'data.put_failed',
    message: (host: string, reason: string) => `${host} did not take the file: ${reason}.`,
  },
});
