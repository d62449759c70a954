import { Command, CommanderError } from 'commander';
import { describeFailure, EXIT } from './failure.js';
import { Output } from './output.js';
import type { Shell } from './shell.js';

/** Adds sub-commands to a command of the first level or, where it has none, its arguments, options and action. */
export type RegisterCommands = (command: Command, shell: Shell) => void;

/** Sub-commands that are loaded together. */
export interface CommandPart {
  /** Their names; all of a command that has one part. */
  readonly names?: readonly string[];
  /** Loads the function that adds them. */
  readonly load: () => Promise<RegisterCommands>;
}

/** A command of the first level. Nothing of it is loaded until it is called, so that help and other commands are fast. */
export interface CommandGroup {
  /** Its name, with its `[options]` and arguments where it has no sub-commands, as the help of the program lists it. */
  readonly usage: string;
  readonly description: string;
  readonly parts: readonly CommandPart[];
}

export interface CommandLine {
  readonly version: string;
  readonly groups: readonly CommandGroup[];
}

const HELP = `
Exit codes: 0 done, 1 refused with the reason, 2 wrong usage.
Settings are read from the environment and from .env, like those of the service (see .env.example).`;

const JSON_OPTION = ['--json', 'print one JSON document instead of text'] as const;

/**
 * Runs the operator's command.
 * @param given - the words after the program's name
 * @returns the exit code
 */
export async function runCommandLine(
  { version, groups }: CommandLine,
  given: readonly string[],
): Promise<number> {
  // Read before parsing, because usage errors are printed in the same format.
  const output = new Output(given.includes('--json'));
  process.once('uncaughtException', (error) => {
    void exitCodeOf(error, output).then((exitCode) => process.exit(exitCode));
  });
  const program = new Command('wes')
    .description("The operator's command of the workforce engagement service.")
    .version(version)
    .addHelpText('after', HELP)
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  try {
    const [name, subcommand] = calledBy(given);
    const called = groups.find((group) => nameOf(group) === name);
    if (called) {
      const { Shell } = await import('./shell.js');
      await addLoaded(program, called, new Shell(output), subcommand);
    } else for (const group of groups) addListed(program, group);
    await program.parseAsync(given, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return await exitCodeOf(error, output);
  }
}

/**
 * Adds a command that can be run.
 * @param subcommand - only the part that has it is added; all are where none has it
 */
export async function addLoaded(
  program: Command,
  group: CommandGroup,
  shell: Shell,
  subcommand = '',
): Promise<void> {
  const command = program.command(nameOf(group)).description(group.description);
  const ofSubcommand = group.parts.filter(({ names }) => names?.includes(subcommand));
  const parts = ofSubcommand.length > 0 ? ofSubcommand : group.parts;
  for (const register of await Promise.all(parts.map((part) => part.load()))) register(command, shell);
  for (const leaf of leaves(command)) leaf.option(...JSON_OPTION);
}

/** Adds a command for the help of the program, and for the errors that name the commands that exist. */
function addListed(program: Command, { usage, description }: CommandGroup): void {
  const [name = '', ...terms] = usage.split(' ');
  const command = program.command(name).description(description);
  for (const term of terms)
    if (term === '[options]') command.option(...JSON_OPTION);
    else command.argument(term);
}

/** The names of the command and the sub-command, of which `wes help` shows all that the command has. */
function calledBy(given: readonly string[]): readonly string[] {
  const words = given.filter((word) => word !== '--');
  return words[0] === 'help' ? words.slice(1, 2) : words;
}

function nameOf({ usage }: CommandGroup): string {
  return usage.replace(/ .*/, '');
}

async function exitCodeOf(error: unknown, output: Output): Promise<number> {
  // Help and version are errors of commander, which has printed them already.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.wrongUsage;
  const failure = describeFailure(error);
  await output.explain(failure);
  return failure.exitCode;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}
