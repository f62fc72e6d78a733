import type { ForwardPart } from '../app/evidence/relay-part.ts';
import type { OperationInput } from '../contract/client.ts';
import { createClient } from '../contract/client.ts';

/** Passes a part of evidence on to the replica that the reader is connected to, in the name of the executor. */
export function forwardPart(
  authorization: string,
  input: Omit<OperationInput<'relay_evidence'>, 'query'>,
): ForwardPart {
  const token = authorization.replace(/^Bearer +/i, '');
  return async (replicaUrl) => {
    const client = createClient({ baseUrl: replicaUrl, token: () => token });
    const { body } = await client.call('relay_evidence', { ...input, query: { forwarded: true } });
    return body.wanted;
  };
}
