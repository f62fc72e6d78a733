/** The service cannot start as things are; the message tells the operator what to do. Shown without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
