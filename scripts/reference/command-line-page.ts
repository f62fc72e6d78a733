import type { Command, Option } from 'commander';
import { program } from '../../src/main.ts';

/** The commands as they describe themselves: what `--help` says, as a page. */
export function commandLinePage(): string {
  const commands = program.commands.map((command) => commandSection(command));
  return `# Command line

In a checkout, and wherever the package is installed, the command is \`npx plumbline\`. What can be set by an environment
variable is in the [configuration reference](configuration.md).

${commands.join('\n')}`;
}

function commandSection(command: Command): string {
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const described = command.registeredArguments.map(
    (argument) => `| \`${argument.name()}\` | ${cell(argument.description)} |`,
  );
  const options = command.options.map(
    (option) => `| \`${cell(option.flags)}\` | ${cell(optionText(option))} |`,
  );
  return `## \`plumbline ${[command.name(), ...args].join(' ')}\`

${command.description()}

| argument or option | |
|---|---|
${[...described, ...options].join('\n')}
`;
}

function optionText({ description, argChoices, defaultValue }: Option): string {
  const choices =
    argChoices === undefined ? '' : `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`;
  const isStated = defaultValue !== undefined && defaultValue !== true;
  return `${description}${choices}${isStated ? ` (\`${defaultValue}\` unless given)` : ''}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
