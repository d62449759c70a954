import { EmbeddedPostgres } from '../../dist/modules/src/platform/database/embedded/index.js';

/**
 * A process of its own that opens the embedded database with the options in its argument, prints the outcome as
 * one line of JSON, and closes it when its input ends.
 */
const options = JSON.parse(process.argv[2] ?? '{}');
const events = [];

try {
  const database = await EmbeddedPostgres.open({ ...options, onEvent: (message) => events.push(message) });
  process.stdout.write(`${JSON.stringify({ url: database.url, events })}\n`);
  process.stdin.once('end', () => void database.close().then(() => process.exit(0)));
  process.stdin.resume();
} catch (error) {
  const { name, message } = error;
  process.stdout.write(`${JSON.stringify({ name, message, events })}\n`);
  process.exitCode = 1;
}
