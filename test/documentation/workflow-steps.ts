/**
 * The shell commands of a workflow: of GitHub (`run:`) or GitLab (`script:`). What installs the checkout is left out,
 * because here it is installed.
 */
export function workflowSteps(yaml: string): readonly string[] {
  const lines = yaml.split('\n');
  return lines
    .flatMap((line, index) => {
      const run = /^(\s*)(?:- )?run: (.*)$/.exec(line);
      if (run?.[2] === '|') return [blockAfter(lines, index, run[1]?.length ?? 0)];
      if (run?.[2] !== undefined) return [run[2]];
      return /^\s*script:$/.test(line) ? itemsAfter(lines, index) : [];
    })
    .filter((step) => step !== 'npm ci');
}

function blockAfter(lines: readonly string[], index: number, indent: number): string {
  const end = lines.findIndex((line, at) => at > index && line.trim() !== '' && indentOf(line) <= indent);
  const block = lines.slice(index + 1, end === -1 ? undefined : end);
  const margin = Math.min(...block.filter((line) => line.trim() !== '').map(indentOf));
  return block
    .map((line) => line.slice(margin))
    .join('\n')
    .trimEnd();
}

function itemsAfter(lines: readonly string[], index: number): string[] {
  const rest = lines.slice(index + 1);
  const end = rest.findIndex((line) => !/^\s*- /.test(line));
  return rest.slice(0, end === -1 ? undefined : end).map((line) => line.replace(/^\s*- /, ''));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
