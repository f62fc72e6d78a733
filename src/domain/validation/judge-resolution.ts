import type { Choice, Resolution } from '../comparison/resolution.ts';
import type { TestFault } from './validation-test.ts';

/** What keeps a test from using a resolution; null where nothing does. */
export function judgeResolution(resolution: Resolution, pointer: string): TestFault | null {
  const { status, storedBinding, source, target, diagnostics, choices } = resolution;
  const names =
    source.field === target.field ? `\`${source.field}\`` : `\`${source.field}\` and \`${target.field}\``;
  const at = { side: 'both', pointer } as const;
  if (storedBinding !== null && storedBinding.state !== 'current') {
    const code = storedBinding.state === 'outdated' ? 'binding_outdated' : 'binding_invalid';
    return { code, ...at, detail: `${names}: ${storedBinding.reason ?? 'The fields have changed.'}` };
  }
  if (status === 'resolved') return null;
  const reasons = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ detail }) => detail)
    .join(' ');
  if (status === 'incompatible') {
    return { code: 'fields_incompatible', ...at, detail: `${names} cannot be compared so: ${reasons}` };
  }
  const detail = `${names}: ${reasons} Send one as \`selection\`: ${choices.map(choiceInWords).join('; ')}.`;
  return { code: 'selection_required', side: 'both', pointer: `${pointer}/selection`, detail };
}

function choiceInWords({ choiceId, label, formatRequired, formatExamples }: Choice): string {
  const example = formatExamples[0] === undefined ? '' : `, for example \`${formatExamples[0]}\``;
  return `\`${choiceId}\` (${label}${formatRequired ? `; with a format${example}` : ''})`;
}
