/** Requests to addresses that others give, which cannot lead into our own network. */
export {
  AnswerTooLong,
  FilteredRequests,
  MAX_INTERIM_ANSWERS,
  reasonOf,
  userAgent,
  type OutgoingRequest,
} from './filtered-requests.js';
export { NameLookup } from './name-lookup.js';
export { OutgoingModule } from './outgoing.module.js';
