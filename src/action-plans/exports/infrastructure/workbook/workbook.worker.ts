import { parentPort } from 'node:worker_threads';
import { PlanAssembly } from './plan-parts.js';
import type { ThreadAnswer, ThreadRequest } from './workbook-thread.messages.js';
import { writeWorkbook } from './write-workbook.js';

/** The thread that writes workbooks, one after the other: takes the parts of a plan, writes, forgets it. */
const port = parentPort;
if (!port) throw new Error('This file is for a worker thread.');

let assembly = new PlanAssembly();

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'parts') {
    for (const part of request.parts) assembly.take(part);
    return;
  }
  port.postMessage(write(request.language, request.path));
});

function write(language: string, path: string): ThreadAnswer {
  const whole = assembly;
  assembly = new PlanAssembly();
  try {
    writeWorkbook(whole, language, path);
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}
