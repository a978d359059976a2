import { catalogue, invalidFields } from '#platform/http/problem.ts';

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
