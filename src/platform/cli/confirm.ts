import { createInterface } from 'node:readline';

/** Asks a question on the terminal, on standard error. @returns false as well where there is no terminal */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  process.stderr.write(question);
  // Without an output readline leaves Ctrl-C to the process, which then stops the command.
  for await (const answer of createInterface({ input: process.stdin }))
    return /^y(?:es)?$/i.test(answer.trim());
  return false;
}
