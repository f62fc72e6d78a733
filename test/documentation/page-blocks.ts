/** A fenced block of a page of documentation, with what the page's source says about it. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The line of the page on which its text begins. */
  readonly line: number;
  readonly directives: Directives;
}

/**
 * What HTML comments right before a block say about it; readers do not see them.
 *
 *   <!-- not run: REASON -->      it cannot be tried here
 *   <!-- runs until: TEXT -->     it goes on in the background once its output holds the text
 *   <!-- exits with: 1 -->        its last command ends so, in place of 0
 *   <!-- file: NAME -->           it is the content of this file
 *   <!-- database: NAME -->       it is SQL for this database, which is made if it is missing
 *   <!-- says -->                 it is what the block before it has printed
 */
export type Directives = Readonly<Partial<Record<(typeof directiveNames)[number], string>>>;

const directiveNames = ['not run', 'runs until', 'exits with', 'file', 'database', 'says'] as const;

const fence = /^( *)```(\S*)\s*$/;
const comment = /^\s*<!-- (.+?) -->\s*$/;

/** Every fenced block of a page, in order. */
export function pageBlocks(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let directives: Record<string, string> = {};
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const opening = fence.exec(line);
    if (opening === null) {
      const said = comment.exec(line)?.[1];
      if (said !== undefined) directives = { ...directives, ...directiveOf(said) };
      else if (line.trim() !== '') directives = {};
      continue;
    }
    const [, indent = '', language = ''] = opening;
    const end = lines.findIndex((each, at) => at > index && each.trimEnd() === `${indent}\`\`\``);
    if (end === -1) throw new SyntaxError(`The block of line ${index + 1} does not end.`);
    const text = lines.slice(index + 1, end).map((each) => each.slice(indent.length));
    blocks.push({ language, text: text.join('\n'), line: index + 2, directives });
    directives = {};
    index = end;
  }
  return blocks;
}

function directiveOf(said: string): Record<string, string> {
  const [name = '', value = ''] = said.split(/:\s+(.*)/s);
  return directiveNames.some((each) => each === name) ? { [name]: value } : {};
}

/** The servers that a page needs, from `<!-- needs: postgresql -->` anywhere in it. */
export function pageNeeds(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- needs: (.+) -->$/gm)].flatMap(([, names = '']) => names.split(', '));
}

/** A command of a `console` block, with what the page shows it to print. */
export interface Shown {
  readonly command: string;
  readonly output: string;
  readonly line: number;
}

/** `$ ` begins a command, a backslash at the end of a line continues it, and what follows is its output. */
export function consoleCommands(block: Block): readonly Shown[] {
  const shown: { command: string; output: string[]; line: number }[] = [];
  let continues = false;
  for (const [index, text] of block.text.split('\n').entries()) {
    const last = shown.at(-1);
    const isCommand: boolean = continues || text.startsWith('$ ');
    if (continues && last !== undefined) last.command += `\n${text}`;
    else if (isCommand) shown.push({ command: text.slice(2), output: [], line: block.line + index });
    else if (last === undefined)
      throw new SyntaxError(`Line ${block.line + index} should be a command: "$ ".`);
    else last.output.push(text);
    continues = isCommand && text.endsWith('\\');
  }
  return shown.map(({ output, ...rest }) => ({ ...rest, output: output.join('\n') }));
}
