import type { Relation } from '../../engine/sql-session.ts';

/** The relation of a table whose measures are taken where the data is: nothing reads it. */
export const unreadRelation: Relation = Object.freeze({ from: '(SELECT 1 WHERE false)' });
