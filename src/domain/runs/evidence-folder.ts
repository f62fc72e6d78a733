/** One attempt at the tests of a part. */
export interface RunAttempt {
  readonly orgUuid: string;
  readonly runUuid: string;
  readonly workUuid: string;
  readonly fencingNumber: number;
}

/** Where an attempt leaves its evidence, relative to the store: no two attempts share a folder. */
export function evidenceFolder({ orgUuid, runUuid, workUuid, fencingNumber }: RunAttempt): string {
  return `${orgUuid}/${runUuid}/${workUuid}-${fencingNumber}`;
}
