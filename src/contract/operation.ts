import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../domain/problems.ts';

/**
 * Who may call an operation; cumulative but for two: `SVC.Access` needs a person and no Organization role,
 * `registeredExecutor` a registered execution identity, and no role whatever stands in for it.
 */
export type MinimumRole =
  | 'SVC.Access'
  | 'SVC.APIReader'
  | 'SVC.APIContributor'
  | 'SVC.APIOwner'
  | 'registeredExecutor';

export type TokenScheme = 'delegated' | 'application';

export type SideEffect =
  | 'none'
  | 'configurationWrite'
  | 'azureIamWrite'
  | 'azureMetadataRead'
  | 'validationExecution'
  | 'customerCompute';

export type ResponseHeader = 'ETag' | 'Location' | 'Retry-After' | 'Idempotency-Replayed';

export interface OperationResponse {
  readonly description: string;
  /** Absent: no body. */
  readonly schema?: TSchema;
  /** JSON where absent; of several, the answer says which it is. */
  readonly contentType?: string | readonly string[];
  readonly headers?: readonly ResponseHeader[];
}

/** All that is said about one operation. Everything else about it is derived from this. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for a path parameter. */
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly minimumRole: MinimumRole;
  readonly tokenSchemes: readonly TokenScheme[];
  readonly sideEffects: readonly SideEffect[];
  readonly dataClassification: 'metadata' | 'evidence';
  /** What makes a retry or a change safe: a key on requests that create, the ETag on requests that change. */
  readonly safety: 'none' | 'idempotencyKey' | 'ifMatch';
  readonly params?: TObject;
  readonly query?: TObject;
  /** Headers that it takes besides those of its safety; names in lower case. */
  readonly headers?: TObject;
  readonly body?: TObject;
  /** The longest body in bytes, where the usual limit is too short. */
  readonly bodyLimit?: number;
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** Problems of its own, besides those that every operation can answer with. */
  readonly problems: readonly ProblemCode[];
}

/** Keeps the literal types of a row, for the typed client and the handlers. */
export function operation<const Row extends Operation>(row: Row): Row {
  return Object.freeze(row);
}

export const anyToken = ['delegated', 'application'] as const;
