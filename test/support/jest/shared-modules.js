import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks');
const { default: circus } = require('jest-circus/runner');

/** Globals in which jest-circus keeps the tests of a file. */
const STATE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/**
 * A `testRunner` of jest that lets Node load the spec files, so that the files of a worker share the modules that they
 * import. Jest itself loads them again for each file, which takes 2 seconds for a file that starts the service
 * (docs/adr/0046-shared-modules-in-tests.md).
 */
export default function sharedModules(globalConfig, config, environment, runtime, path, sendMessageToJest) {
  environment.global = globalThis;
  globalThis.jest = environment.moduleMocker;
  runtime.requireInternalModule = requireWithoutState;
  runtime.setGlobalsForRuntime = () => undefined;
  runtime.unstable_shouldLoadAsEsm = () => true;
  runtime.unstable_importModule = (file) => import(pathToFileURL(file).href);
  // Node has the source maps (--enable-source-maps), jest has none of what it did not load.
  Error.prepareStackTrace = undefined;
  return circus(globalConfig, config, environment, runtime, path, sendMessageToJest);
}

/**
 * Of jest-circus, which would create another one for each file. Node hands each of them from every promise to the next
 * for as long as the process lives: after a hundred files, that takes a sixth of the time.
 */
const testContext = new asyncHooks.AsyncLocalStorage();

/** A new instance of the part of jest-circus that collects and runs the tests of one file. */
function requireWithoutState(file) {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (STATE.includes(symbol.description)) delete globalThis[symbol];
  }
  delete require.cache[file];
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = function () {
    return testContext;
  };
  try {
    return require(file);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}
