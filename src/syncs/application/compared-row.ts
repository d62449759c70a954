import type { SyncList, SyncRow } from '../domain/sync.js';

/** A row without its place in the list. Nothing is done with those of `unchanged`. */
export type ComparedRow = Omit<SyncRow, 'position' | 'list'> & { readonly list: SyncList | 'unchanged' };
