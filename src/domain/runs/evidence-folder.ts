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

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const folderName = new RegExp(`^(${uuid})/(${uuid})/(${uuid})-(\\d{1,15})$`);

/** Whose folder it is; undefined where it is no name that `evidenceFolder` makes. */
export function readEvidenceFolder(folder: string): RunAttempt | undefined {
  const [, orgUuid, runUuid, workUuid, fencingNumber] = folderName.exec(folder) ?? [];
  if (orgUuid === undefined || runUuid === undefined || workUuid === undefined) return undefined;
  return { orgUuid, runUuid, workUuid, fencingNumber: Number(fencingNumber) };
}
