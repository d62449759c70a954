import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { textIssues } from '../../shared-kernel/text.js';
import { MAX_WEBHOOK_URL_LENGTH } from './webhook.limits.js';

/** The rules that a value violates as the address of a webhook. The host is checked when a connection is made. */
export function webhookUrlIssues(value: unknown): ValidationIssue[] {
  const issue = (message: string): ValidationIssue[] => [{ path: '', code: 'URL', message }];
  const issues = textIssues(value, { maxLength: MAX_WEBHOOK_URL_LENGTH });
  if (issues.length > 0) return issues;
  const text = value as string;
  if (!URL.canParse(text)) return issue('must be an absolute URL');
  const { protocol, username, password, hash } = new URL(text);
  if (!['https:', 'http:'].includes(protocol)) return issue('must begin with https://');
  if (username !== '' || password !== '') return issue('must not have credentials');
  return hash === '' ? [] : issue('must not have a fragment');
}
