import type { Exception } from './decide.js';

/** Each was followed from the pattern to the texts that reach it. One that is found no more fails the search. */
export const EXCEPTIONS: readonly Exception[] = [
  // Patterns of the service.
  ...accepted(
    'src/platform/database/connection-errors.ts',
    'Reads messages of PostgreSQL and of the pooler about a connection, which name settings only.',
    '/^3D|no such database|database .* does not exist/',
  ),
  ...accepted(
    'src/platform/database/embedded/programs.ts',
    'Reads the output of a program of PostgreSQL that names the data folder only.',
    '/configuration file .*: No such file or directory/',
  ),
  ...accepted(
    'src/platform/http/guide.ts',
    'Reads pages that the build of the guide wrote.',
    String.raw`/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g`,
  ),
  ...accepted(
    'src/action-plans/infrastructure/mention-source.ts',
    'Compares a text with one word after the other: names and addresses of one person, all escaped.',
    "new RegExp(`(?<![\\\\p{L}\\\\p{N}])(?:${words.map(escaped).join('|')})(?![\\\\p{L}\\\\p{N}])`, 'u')",
  ),
  ...accepted(
    'src/staff-files/domain/file-day.ts',
    'Is made of the constant date formats, and has at most eight digits and two separators.',
    'new RegExp(`^${pattern}$`)',
  ),
  ...accepted(
    'src/syncs/interface/received-list.ts',
    'Is one of three patterns, each of which is searched where it is written.',
    "new RegExp( [LINES_TYPE, WORKBOOK_TYPE, JSON_TYPES.pattern].map(({ source }) => source).join('|'), 'i', )",
  ),
  ...accepted(
    'src/shared-kernel/folding.ts',
    'Is one letter of a constant set.',
    "new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')",
  ),

  // Patterns of packages.
  ...accepted('@nestjs/common', 'Reads paths of handlers, which are in the code.', String.raw`/\/+$/`),
  ...accepted(
    '@nestjs/common',
    'Belongs to a validator of files, which the service does not use.',
    'new RegExp(fileType)',
  ),
  ...accepted(
    '@nestjs/core',
    'Reads paths of handlers and of middleware, which are in the code.',
    String.raw`/\/+$/`,
    "new RegExp(regexp.source, regexp.flags + 'd')",
  ),
  ...accepted('@nestjs/core', 'Signs cookies, and the service sets none.', '/=+$/'),
  ...accepted(
    'bytes',
    'Reads a number that the package itself wrote with at most 100 digits.',
    String.raw`/(?:\.0*|(\.[^0]+)0+)$/`,
  ),
  ...accepted(
    'class-validator',
    'Has the position of a constraint of the code as its only variable part.',
    'new RegExp("\\\\$constraint".concat(index + 1), \'g\')',
    "new RegExp(`\\\\$constraint${index + 1}`, 'g')",
  ),
  ...accepted('csv-parse', 'Serves platforms without String.trim, which Node has.', String.raw`/^\s+|\s+$/g`),
  ...accepted(
    'csv-stringify',
    'Serves platforms without String.trim, which Node has.',
    String.raw`/^\s+|\s+$/g`,
  ),
  ...accepted(
    'csv-parse',
    'Has a name of the package, and reads NODE_DEBUG.',
    String.raw`new RegExp('\\b' + set + '\\b', 'i')`,
  ),
  ...accepted(
    'csv-stringify',
    'Has a name of the package, and reads NODE_DEBUG.',
    String.raw`new RegExp('\\b' + set + '\\b', 'i')`,
  ),
  ...accepted(
    'debug',
    'Has and reads the names of DEBUG, which the operator sets.',
    "new RegExp('^' + namespaces + '$')",
    "new RegExp('^' + namespaces.substr(1) + '$')",
  ),
  ...accepted(
    'iconv-lite',
    'Belongs to UTF-7, which no body is read in: charsets are decoded by the service.',
    '/=+$/',
  ),
  ...accepted(
    'ipaddr.js',
    'Needs a line break after the percent sign to be slow, and neither a header nor the host of a URL can have one.',
    '/%.+$/',
  ),
  ...accepted(
    'ms',
    'Gets at most 100 characters, which the package checks.',
    '/^(-?(?:\\d+)?\\.?\\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i',
  ),
  ...accepted(
    'ms',
    'Gets at most 100 characters, which the package checks.',
    '/^((?:\\d+)?\\.?\\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|years?|yrs?|y)?$/i',
  ),
  ...accepted('nodemailer', 'Reads a line of 76 characters at a time.', String.raw`/(\s+)[^\s]*$/`),
  ...accepted('nodemailer', 'Reads addresses of test accounts from the environment.', String.raw`/\/+$/`),
  ...accepted(
    'nodemailer',
    'Reads an answer of the mail server of the operator.',
    String.raw`/^334\s+(.+)$/`,
  ),
  ...accepted(
    'nodemailer',
    'Has one repetition of one class of characters, as often as a constant says, and fits where it begins.',
    "new RegExp('.{' + lineLength + '}', 'g')",
    "new RegExp('.{' + maxLength + '}', 'g')",
    "new RegExp('^.{' + (lineLength + 1) + ',}', 'm')",
  ),
  ...accepted(
    'path-to-regexp',
    'Is made of paths of the code, whose variable parts end at a slash; the path of a request has at most 16 KiB.',
    'new RegExp(pattern, sensitive ? "" : "i")',
  ),
  ...accepted(
    'postgres-date',
    'Reads moments and days as PostgreSQL writes them.',
    String.raw`/(\d{1,})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(\.\d{1,})?.*?( BC)?$/`,
  ),
  ...accepted('postgres-interval', 'Reads a number with six decimals.', '/0+$/', String.raw`/\.?0+$/`),
  ...accepted(
    'postgres-interval',
    'Reads intervals as PostgreSQL writes them.',
    String.raw`new RegExp([YEAR, MONTH, DAY, TIME].map(function (regexString) { return '(' + regexString + ')?' }) .join('\\s*'))`,
  ),
  ...accepted(
    'router',
    'Reads paths of the code.',
    String.raw`/\((?:\?<(.*?)>)?(?!\?)/g`,
    String.raw`/\/+$/`,
  ),
  ...accepted(
    'xlsx',
    'Reads the name of a sheet, after the package has limited it to 31 characters.',
    String.raw`/\d+$/`,
  ),
  ...accepted(
    'xlsx',
    'Belongs to the reader of the package, which the service does not use: it writes by it, and reads by its own.',
    String.raw`new RegExp("\u001BN(" + keys(sylk_escapes).join("|").replace(/\|\|\|/, "|\\||").replace(/([?()+])/g,"\\$1") + "|\\|)", "gm")`,
    String.raw`new RegExp("\u001BN(" + keys(sylk_escapes).join("|").replace(/\|\|\|/, "|\\||").replace(/([?()+])/g,"\\$1").replace("{", "\\{") + "|\\|)", "gm")`,
    'new RegExp("^" + fmt + "$")',
    `new RegExp('&' + x[0] + ';', "ig")`,
    String.raw`new RegExp('<'+tag+'\\b[^<>]*>', "ig")`,
    String.raw`new RegExp('<(?:\\w+:)?'+tag+'\\b[^<>]*>', "g")`,
    `new RegExp('</'+tag+'>', "ig")`,
    String.raw`new RegExp('</(?:\\w+:)?'+tag+'>', "g")`,
  ),
];

function accepted(where: string, because: string, ...patterns: readonly string[]): Exception[] {
  return patterns.map((pattern) => ({ where, pattern, because }));
}
