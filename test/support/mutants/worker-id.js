// Stryker's processes run jest in band, where its worker always has the number 1: their databases need other names.
process.env.JEST_WORKER_ID = String(Number(process.env.STRYKER_MUTATOR_WORKER) + 1);
// As test/support/jest/shared-modules.js does.
globalThis.jest = import.meta.jest;
