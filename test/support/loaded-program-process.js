import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

const BUILT = resolve(import.meta.dirname, '../../dist/src');
const OWN_LISTENERS = ['uncaughtException', 'SIGINT', 'SIGTERM', 'SIGHUP'];
const { writeSync } = fs;
let runs = 0;

/** Runs the program like a new process, but for the modules that it imports, which stay loaded. */
async function run({ entry, args, env, cwd }) {
  const program = resolve(BUILT, `${entry}.js`);
  const output = { stdout: '', stderr: '' };
  const { argv, exit } = process;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  for (const stream of ['stdout', 'stderr'])
    process[stream].write = (chunk, ...rest) => {
      output[stream] += chunk;
      rest.at(-1)?.();
      return true;
    };
  // The log of the service is written to the descriptors.
  fs.writeSync = (fd, data, ...rest) => {
    const stream = [undefined, 'stdout', 'stderr'][fd];
    if (stream === undefined) return writeSync(fd, data, ...rest);
    output[stream] += data;
    return data.length;
  };
  syncBuiltinESMExports();
  try {
    const exitCode = await new Promise((done, fail) => {
      process.exit = done;
      import(`${program}?run=${++runs}`).catch(fail);
    });
    return { exitCode, ...output };
  } finally {
    for (const event of OWN_LISTENERS) process.removeAllListeners(event);
    for (const stream of [process.stdout, process.stderr]) {
      stream.removeAllListeners('error');
      delete stream.write;
    }
    Object.assign(process, { argv, exit });
  }
}

process.on('message', (call) => {
  void run(call).then((result) => process.send(result));
});
process.on('disconnect', () => process.exit());
