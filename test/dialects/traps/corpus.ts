import { keyTraps } from './keys-and-rows.ts';
import { nestedTraps } from './nested-and-sets.ts';
import { nullTraps } from './nulls.ts';
import { numberTraps } from './numbers.ts';
import { serviceTraps } from './service.ts';
import { textTraps } from './text.ts';
import { timeTraps } from './time.ts';
import type { Trap } from './trap.ts';

/** The catalogue numbers them from 1. */
export const trapCount = 63;

/** All of them, in the catalogue's order. */
export const corpus: readonly Trap[] = [
  ...numberTraps,
  ...nullTraps,
  ...timeTraps,
  ...textTraps,
  ...keyTraps,
  ...nestedTraps,
  ...serviceTraps,
];
