import { databaseFailure, type FailureContext } from '../database/database-failure.ts';

export type Reviver = Parameters<typeof JSON.parse>[1];

/** The object that a server answered. Whoever answers anything else is another server than the one that is meant. */
export function jsonAnswer(text: string, context: FailureContext, reviver: Reviver): object {
  const answer = parsed(text, reviver);
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  throw databaseFailure('anotherServer', context);
}

function parsed(text: string, reviver: Reviver): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}
