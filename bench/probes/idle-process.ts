import { becomeChild } from '../harness/become-child.js';
import type { LoopDelays } from './loop-delays.js';

/** A process that does nothing but watch its event loop: what the machine alone does to one. */
becomeChild(async () => {
  const { watchLoop } = (await import(new URL('./loop-delays.mjs', import.meta.url).href)) as {
    watchLoop: () => () => LoopDelays;
  };
  const read = watchLoop();
  return { ready: null, answer: () => Promise.resolve(read()), end: () => Promise.resolve() };
});
