import type { Command } from 'commander';

/** The commands that begin with a word, to add one to those of another context. */
export function commandGroup(program: Command, name: string): Command {
  return program.commands.find((each) => each.name() === name) ?? program.command(name);
}
