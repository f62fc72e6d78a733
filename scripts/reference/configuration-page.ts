import { settings } from '../../src/cli/configuration/settings.ts';

export function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, { description, fallback }]) => {
    const shown = fallback.startsWith('`') || fallback.includes(' ') ? fallback : `\`${fallback}\``;
    return `| \`${name}\` | ${description} | ${shown} |`;
  });
  return `# Configuration

Environment variables; flags of \`plumbline serve\` stand over them. An unknown \`PLUMBLINE_*\` name stops the start with
the nearest known one. \`plumbline doctor\` checks all of it.

| variable | meaning | default |
|---|---|---|
${rows.join('\n')}
`;
}
