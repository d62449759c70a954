import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { search } from './search.js';

const VALUE = 'zqx7name3f9a';
const OTHER = 'zqx7mail81bb';

const lines = (text: string): string => text.replaceAll(/(.{6})/g, '$1\r\n');

describe('the search for values', () => {
  it.each<[string, Buffer]>([
    ['as it is', Buffer.from(`Ana ${VALUE}`)],
    ['in capital letters', Buffer.from(VALUE.toUpperCase())],
    ['in UTF-16', Buffer.from(`Ana ${VALUE}`, 'utf16le')],
    ['in hexadecimal', Buffer.from(`\\x${Buffer.from(`{"a":"${VALUE}"}`).toString('hex')}`)],
    ['in base64 at offset 0', Buffer.from(Buffer.from(VALUE).toString('base64'))],
    ['in base64 at offset 1', Buffer.from(Buffer.from(`a${VALUE}b`).toString('base64'))],
    ['in base64 at offset 2', Buffer.from(Buffer.from(`aa${VALUE}bbb`).toString('base64'))],
    ['in base64 of UTF-16', Buffer.from(Buffer.from(`Ana ${VALUE}.`, 'utf16le').toString('base64'))],
    ['in base64 with line breaks', Buffer.from(lines(Buffer.from(`aa${VALUE}`).toString('base64')))],
    ['in quoted-printable', Buffer.from(`${VALUE.slice(0, 5)}=\r\n${VALUE.slice(5)}`)],
    ['compressed', gzipSync(VALUE)],
    ['in a workbook in a zip', Buffer.from(zipSync({ 'a.xlsx': zipSync({ 'sheet.xml': strToU8(VALUE) }) }))],
    ['in the name of a file in a zip', Buffer.from(zipSync({ [VALUE]: strToU8('') }))],
    ['compressed in a column of bytes', Buffer.from(`\\x${gzipSync(VALUE).toString('hex')}`)],
  ])('finds one %s', (_, content) => {
    expect(search([{ name: 'place', content }], [VALUE, OTHER])).toEqual([{ value: VALUE, place: 'place' }]);
  });

  it('finds nothing else', () => {
    expect(search([{ name: 'place', content: Buffer.from('zqx7name3f9b') }], [VALUE])).toEqual([]);
  });
});
