import type { Static, TSchema } from 'typebox';
import type { Caller, ExecutorCaller, Person } from '../app/caller.ts';
import type { AppContext } from '../app/context.ts';
import type { RetryKey } from '../app/idempotency.ts';
import type { MinimumRole } from '../contract/operation.ts';
import type { OperationId, Operations } from '../contract/operations.ts';

type StaticOf<Row, Name extends string> = Row extends { [_ in Name]: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined;

type CallerOf<Needed extends MinimumRole> = Needed extends 'SVC.Access'
  ? Person
  : Needed extends 'registeredExecutor'
    ? ExecutorCaller
    : Caller;

/** A request that has passed every check of the pipeline. */
export interface Call<Id extends OperationId = OperationId> {
  readonly ctx: AppContext;
  readonly caller: CallerOf<Operations[Id]['minimumRole']>;
  readonly params: StaticOf<Operations[Id], 'params'>;
  readonly query: Required<StaticOf<Operations[Id], 'query'>>;
  readonly headers: StaticOf<Operations[Id], 'headers'>;
  readonly body: StaticOf<Operations[Id], 'body'>;
  readonly retry: RetryKey;
  readonly ifMatch: string;
  /** As the caller sent it, to call another replica on its behalf. */
  readonly authorization: string;
  /** Resolves when the caller has hung up without waiting for the answer. */
  readonly hungUp: () => Promise<void>;
}

export interface AnswerHeaders {
  readonly etag?: string;
  /** A path of this service; sent as an absolute address. */
  readonly location?: string;
  readonly retryAfter?: number;
  readonly replayed?: boolean;
  /** Which of the content types of the row it is; the first if left out. */
  readonly contentType?: string;
  /** What a browser saves it as. */
  readonly fileName?: string;
}

/** What an operation answers with: one of the statuses of its row, with the body of that status. */
export type Answer<Id extends OperationId = OperationId> = {
  [Status in keyof Operations[Id]['responses']]: {
    readonly status: Status;
    readonly body: StaticOf<Operations[Id]['responses'][Status], 'schema'>;
    readonly headers?: AnswerHeaders;
  };
}[keyof Operations[Id]['responses']];

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Id>>;

/** Exactly one handler per row: a row without one, or one without a row, does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The handlers of some rows. */
export type HandlersOf<Id extends OperationId> = Pick<Handlers, Id>;
