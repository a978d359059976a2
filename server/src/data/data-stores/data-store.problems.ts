import { catalogue, conflict, invalidFields, notFound, unprocessable } from '#platform/http/problem.ts';

export const ObjectProblems = catalogue({
  wrongCredential: unprocessable(
    'data.object_wrong_credential',
    (id: string, type: string) =>
      `Credential ${id} is of the type ${type}; a bucket takes one of the type s3 (awsAccessKeyId, awsSecretAccessKey).`,
  ),
  cannotRead: unprocessable(
    'data.object_cannot_read',
    (url: string, reason: string) =>
      `${url} cannot be read: ${reason}. Check the url, the endpointUrl and the credential.`,
  ),
  cannotWrite: unprocessable(
    'data.object_cannot_write',
    (url: string, reason: string) =>
      `${url} cannot be written: ${reason}. Check the url, the endpointUrl and what the credential may do.`,
  ),
  putRefused: unprocessable(
    'data.put_refused',
    (host: string, status: number) => `${host} answered ${status} to PUT instead of taking the file.`,
  ),
  putFailed: unprocessable(
    'data.put_failed',
    (host: string, reason: string) => `${host} did not take the file: ${reason}.`,
  ),
});

export const CredentialProblems = catalogue({
  noSuchCredential: notFound(
    'data.no_such_credential',
    (id: string) => `You have no credential ${id}: credentials are never shared. GET credentials/ lists yours.`,
  ),
  nameTaken: conflict(
    'data.credential_name_taken',
    (name: string) => `You have a credential ${JSON.stringify(name)} already. Choose another name.`,
  ),
  noSuchAssociation: notFound(
    'data.no_such_association',
    (text: string) =>
      `There is nothing to associate a credential with at ${JSON.stringify(text)}. Use dataconnection:{dataStoreId}.`,
  ),
});

export const DataStoreProblems = catalogue({
  refusedPlace: unprocessable(
    'data.store_place_refused',
    (place: string, reason: string) => `${place} cannot be a data store: ${reason}.`,
  ),
  deletedMeanwhile: notFound(
    'data.no_such_data_store',
    (id: string) => `The data store ${id} was deleted. GET externalDataStores/ lists yours.`,
  ),
  unknownHost: unprocessable(
    'data.store_unknown_host',
    (host: string) => `There is no host ${host}: its name has no address. Check the jdbcUrl.`,
  ),
  cannotConnect: unprocessable(
    'data.store_cannot_connect',
    (place: string, reason: string) =>
      `No connection to ${place}: ${reason}. Check the jdbcUrl, the credential, and that the server may reach the database.`,
  ),
  noCredential: unprocessable(
    'data.store_no_credential',
    (id: string) =>
      `Nothing says as whom to sign in to the data store ${id}. Send user and password or a credentialId, or make one ` +
      `of your credentials the default: PUT credentials/{credentialId}/associations/dataconnection:${id}/.`,
  ),
  wrongCredential: unprocessable(
    'data.store_wrong_credential',
    (id: string, type: string) =>
      `Credential ${id} is of the type ${type}; a database takes one of the type basic (user and password).`,
  ),
  noSuchTable: notFound(
    'data.store_no_such_table',
    (table: string, schema: string) =>
      `There is no table ${JSON.stringify(table)} in the schema ${JSON.stringify(schema)} that this user can see. POST tables/ lists them.`,
  ),
  queryFailed: unprocessable(
    'data.store_query_failed',
    (place: string, reason: string) => `${place} could not answer: ${reason}.`,
  ),
  noSuchDriver: notFound(
    'data.no_such_driver',
    (id: string) => `There is no driver ${id}. GET externalDataDrivers/ lists the drivers.`,
  ),
});

export const unknownDriver = (field: string, id: string, known: string) =>
  invalidFields({ [field]: `There is no driver ${id}; the driver of PostgreSQL is ${known}` });
