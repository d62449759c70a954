export * from './client.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  CursorExpiredError,
  NotFoundError,
  PermissionError,
  SyncError,
  UnavailableError,
  ValidationError,
} from './errors.js';
export type * from './generated.js';
export type { Answer, ClientOptions, RequestOptions } from './http.js';
