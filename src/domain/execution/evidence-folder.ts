/** Whose evidence a folder holds: an attempt at a part of a Run, under a fencing number of its own. */
export interface EvidenceFolder {
  readonly orgUuid: string;
  readonly runUuid: string;
  readonly workUuid: string;
  readonly fencingNumber: number;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const folderName = new RegExp(`^(${uuid})/(${uuid})/(${uuid})-(\\d{1,15})$`);

/** Where an attempt leaves its evidence, relative to the store. */
export function evidenceFolderOf({ orgUuid, runUuid, workUuid, fencingNumber }: EvidenceFolder): string {
  return `${orgUuid}/${runUuid}/${workUuid}-${fencingNumber}`;
}

/** Undefined where it is no name that `evidenceFolderOf` makes. */
export function readEvidenceFolder(folder: string): EvidenceFolder | undefined {
  const [, orgUuid, runUuid, workUuid, fencingNumber] = folderName.exec(folder) ?? [];
  if (orgUuid === undefined || runUuid === undefined || workUuid === undefined) return undefined;
  return { orgUuid, runUuid, workUuid, fencingNumber: Number(fencingNumber) };
}
