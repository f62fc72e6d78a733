import { describeApi } from '../../contract/openapi/document.ts';
import type { HandlersOf } from '../handler.ts';
import { referencePage } from '../reference-page.ts';

export function descriptionHandlers(
  publicUrl: string,
  version: string,
): HandlersOf<'get_api_description' | 'get_api_reference'> {
  const document = describeApi({ publicUrl, version });
  return {
    get_api_description: async () => ({ status: 200, body: document as Record<string, unknown> }),
    get_api_reference: async () => ({ status: 200, body: referencePage(document) }),
  };
}
