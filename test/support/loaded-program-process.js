import { resolve } from 'node:path';

const WES = resolve(import.meta.dirname, '../../dist/src/wes.js');
const OWN_LISTENERS = ['uncaughtException', 'SIGINT', 'SIGTERM', 'SIGHUP'];
let runs = 0;

/** Runs the program like a new process, but for the modules that it imports, which stay loaded. */
async function run({ args, env, cwd }) {
  const output = { stdout: '', stderr: '' };
  const { argv, exit } = process;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, WES, ...args];
  for (const stream of ['stdout', 'stderr'])
    process[stream].write = (chunk, ...rest) => {
      output[stream] += chunk;
      rest.at(-1)?.();
      return true;
    };
  try {
    const exitCode = await new Promise((done, fail) => {
      process.exit = done;
      import(`${WES}?run=${++runs}`).catch(fail);
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
