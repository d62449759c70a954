import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { coverImageUrlIssues, keyIssues } from './announcement-template.rules.js';

const codes = (issues: readonly ValidationIssue[]) => issues.map(({ path, code }) => [path, code]);

describe('keyIssues', () => {
  it.each(['a', 'Z9', '.', 'welcome.new_hires-2', 'x'.repeat(100)])('accepts %j', (key) => {
    expect(keyIssues(key)).toEqual([]);
  });

  it.each([
    ['', 'PATTERN'],
    ['a b', 'PATTERN'],
    ['ä', 'PATTERN'],
    ['/a', 'PATTERN'],
    ['a/', 'PATTERN'],
    ['x'.repeat(101), 'TOO_LONG'],
    [1, 'WRONG_TYPE'],
  ])('refuses %j: %s', (key, code) => {
    expect(codes(keyIssues(key))).toEqual([['', code]]);
  });
});

describe('coverImageUrlIssues', () => {
  it.each([
    'https://example.com/cover.png?size=2#top',
    'http://example.com',
    'HTTPS://h',
    `https://h/${'x'.repeat(2_038)}`,
  ])('accepts %s', (url) => {
    expect(coverImageUrlIssues(url)).toEqual([]);
  });

  it.each([
    ['', 'URL'],
    ['/cover.png', 'URL'],
    ['ftp://example.com/', 'URL'],
    ['see https://example.com/', 'URL'],
    ['xhttps://example.com/', 'URL'],
    ['https:/example.com/', 'URL'],
    ['https:///example.com', 'URL'],
    ['https://example.com/a b', 'URL'],
    ['https://[', 'URL'],
    [`https://h/${'x'.repeat(2_039)}`, 'TOO_LONG'],
    [1, 'WRONG_TYPE'],
  ])('refuses %j: %s', (url, code) => {
    expect(codes(coverImageUrlIssues(url))).toEqual([['', code]]);
  });
});
