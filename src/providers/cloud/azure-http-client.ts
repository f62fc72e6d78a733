import {
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import type { Outbound } from '../outbound/outbound.ts';

/** `outbound` in the shape that the Azure clients take. They send text, and nothing streams. */
export function azureHttpClient(outbound: Outbound): HttpClient {
  return {
    async sendRequest(request: PipelineRequest): Promise<PipelineResponse> {
      const { status, headers, body } = await outbound({
        method: request.method as Parameters<Outbound>[0]['method'],
        url: request.url,
        headers: request.headers.toJSON(),
        ...(request.body && { body: textOf(request) }),
      });
      return {
        request,
        status,
        headers: createHttpHeaders(Object.fromEntries(headers)),
        bodyAsText: body.toString('utf8'),
      };
    },
  };
}

/** The clients' own retries stay out of the way: those of `outbound` are for every provider. */
export const noRetries = Object.freeze({ maxRetries: 0 });

function textOf({ body }: PipelineRequest): string {
  if (typeof body === 'string') return body;
  throw new TypeError('Only text is sent.');
}
