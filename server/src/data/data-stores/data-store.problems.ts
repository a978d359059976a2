import { catalogue, invalidFields } from '#platform/http/problem.ts';

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

export const DataStoreProblems = catalogue({
  refusedPlace: {
    status: 422,
    code: 'data.store_place_refused',
    message: (place: string, reason: string) => `${place} cannot be a data store: ${reason}.`,
  },
  deletedMeanwhile: {
    status: 404,
    code: 'data.no_such_data_store',
    message: (id: string) => `The data store ${id} was deleted. GET externalDataStores/ lists yours.`,
  },
  unknownHost: {
    status: 422,
    code: 'data.store_unknown_host',
    message: (host: string) => `There is no host ${host}: its name has no address. Check the jdbcUrl.`,
  },
  cannotConnect: {
    status: 422,
    code: 'data.store_cannot_connect',
    message: (place: string, reason: string) =>
      `No connection to ${place}: ${reason}. Check the jdbcUrl, the credential, and that the server may reach the database.`,
  },
  noCredential: {
    status: 422,
    code: 'data.store_no_credential',
    message: (id: string) =>
      `Nothing says as whom to sign in to the data store ${id}. Send user and password or a credentialId, or make one ` +
      `of your credentials the default: PUT credentials/{credentialId}/associations/dataconnection:${id}/.`,
  },
  wrongCredential: {
    status: 422,
    code: 'data.store_wrong_credential',
    message: (id: string, type: string) =>
      `Credential ${id} is of the type ${type}; a database takes one of the type basic (user and password).`,
  },
  noSuchTable: {
    status: 404,
    code: 'data.store_no_such_table',
    message: (table: string, schema: string) =>
      `There is no table ${JSON.stringify(table)} in the schema ${JSON.stringify(schema)} that this user can see. POST tables/ lists them.`,
  },
  queryFailed: {
    status: 422,
    code: 'data.store_query_failed',
    message: (place: string, reason: string) => `${place} could not answer: ${reason}.`,
  },
  noSuchDriver: {
    status: 404,
    code: 'data.no_such_driver',
    message: (id: string) => `There is no driver ${id}. GET externalDataDrivers/ lists the drivers.`,
  },
});

export const unknownDriver = (field: string, id: string, known: string) =>
  invalidFields({ [field]: `There is no driver ${id}; the driver of PostgreSQL is ${known}` });
