import type { Settings } from '../cli/configuration/settings.ts';
import { type Lookup, locateEndpoint, systemLookup } from '../connectors/outbound/endpoint.ts';
import { type OutboundPolicy, readOutboundPolicy } from '../connectors/outbound/outbound-policy.ts';
import { AppError } from '../domain/app-error.ts';
import type { ProblemCode } from '../domain/problems.ts';
import { StartRefusal } from '../domain/start-refusal.ts';
import type { DeliveryFailure } from '../domain/webhooks/webhook.ts';
import { createPinnedPoster } from '../providers/webhooks/pinned-poster.ts';
import type { Poster } from '../providers/webhooks/poster.ts';
import { readAuthorities } from './outbound.ts';

/** Longer than a receiver should take, which puts a message aside and answers; shorter than a lease. */
const timeoutMs = 10_000;

/** What calls the receivers of webhooks and messages. */
export async function openPoster(settings: Settings): Promise<Poster> {
  const authorities = await readAuthorities(settings);
  return createPoster({ listed: listedHosts(settings), lookup: systemLookup, timeoutMs, authorities });
}

export interface PosterParts {
  /** What the operator has opened. */
  readonly listed: OutboundPolicy;
  readonly lookup: Lookup;
  readonly timeoutMs: number;
  readonly authorities: string | undefined;
}

const failures: Partial<Record<ProblemCode, DeliveryFailure>> = {
  connection_host_refused: 'address_refused',
  connection_settings_invalid: 'address_refused',
  connection_host_unknown: 'host_unknown',
  connection_failed: 'unreachable',
};

/** Public addresses are called over TLS; others, and plain HTTP, only where they are listed. */
export function createPoster({ listed, lookup, timeoutMs: limitMs, authorities }: PosterParts): Poster {
  const anyPublic = { ...listed, anyPublic: true } as const;
  return createPinnedPoster({
    async locate({ host, port, isPlain }) {
      const policy = isPlain ? listed : anyPublic;
      try {
        return await locateEndpoint({ policy, lookup, connectTimeoutMs: limitMs }, host, port);
      } catch (error) {
        const failure = error instanceof AppError ? failures[error.code] : undefined;
        if (failure === undefined) throw error;
        return failure;
      }
    },
    timeoutMs: limitMs,
    authorities,
  });
}

function listedHosts({ PLUMBLINE_WEBHOOK_HOSTS: entries = [] }: Settings): OutboundPolicy {
  try {
    return readOutboundPolicy(entries);
  } catch (error) {
    if (error instanceof TypeError) throw new StartRefusal(`PLUMBLINE_WEBHOOK_HOSTS: ${error.message}`);
    throw error;
  }
}
