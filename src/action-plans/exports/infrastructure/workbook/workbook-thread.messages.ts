import type { PlanPart } from './plan-parts.js';

/** What the thread is told: parts of a plan, then where to write it. */
export type ThreadRequest =
  | { readonly kind: 'parts'; readonly parts: readonly PlanPart[] }
  | { readonly kind: 'write'; readonly language: string; readonly path: string };

/** What the thread answers to `write`. */
export type ThreadAnswer = { readonly kind: 'written' } | { readonly kind: 'failed'; readonly error: Error };
