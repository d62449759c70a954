export * from './client.js';
export * from './errors.js';
export type * from './generated.js';
export type { Answer, ClientOptions, RequestOptions } from './http.js';
export * from './webhooks.js';
