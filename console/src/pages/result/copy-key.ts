import { notifications } from '@mantine/notifications';
import type { EvidenceRow } from './evidence-lines.ts';
import { keysAsText } from './keys-as-text.ts';

/** The key of one row, to the clipboard. */
export async function copyKey(key: EvidenceRow['key']): Promise<void> {
  await navigator.clipboard.writeText(keysAsText([key]));
  notifications.show({ message: `Copied ${key.map((part) => part ?? 'NULL').join(', ')}`, autoClose: 1500 });
}
