import { Command, CommanderError } from 'commander';
import { describeFailure, EXIT } from './failure.js';
import { Output } from './output.js';
import { Shell } from './shell.js';

/** Adds commands to the program. */
export type RegisterCommands = (program: Command, shell: Shell) => void;

/** Commands that are loaded together, and only when they are called or all are listed. */
export interface CommandGroup {
  /** First words of its commands. */
  readonly names: readonly string[];
  /** Loads the function that adds the commands to the program. */
  readonly load: () => Promise<RegisterCommands>;
}

export interface CommandLine {
  readonly version: string;
  readonly groups: readonly CommandGroup[];
}

const HELP = `
Exit codes: 0 done, 1 refused with the reason, 2 wrong usage.
Settings are read from the environment and from .env, like those of the service (see .env.example).`;

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
    for (const register of await load(groups, given[0])) register(program, new Shell(output));
    for (const leaf of leaves(program)) leaf.option('--json', 'print one JSON document instead of text');
    await program.parseAsync(given, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return await exitCodeOf(error, output);
  }
}

function load(groups: readonly CommandGroup[], called: string | undefined): Promise<RegisterCommands[]> {
  const ofCalled = groups.filter(({ names }) => names.some((name) => name === called));
  return Promise.all((ofCalled.length > 0 ? ofCalled : groups).map((each) => each.load()));
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
