/**
 * The service will not work with this database as it is configured; the message tells the operator what to do. Raised
 * at start and by `plumbline migrate`, never by a request.
 */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
