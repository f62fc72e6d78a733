export type Schema = {};
