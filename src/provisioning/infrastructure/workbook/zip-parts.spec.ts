import { strToU8, unzipSync, zipSync } from 'fflate';
import { repackedZip } from './zip-parts.js';

const MAX_BYTES = 1_000_000;
const FILES = { 'a.xml': strToU8('<a/>'), 'b.xml': strToU8('<b/>'), 'c.bin': strToU8('c') };

const zipped = (): Buffer => Buffer.from(zipSync(FILES));
const endOf = (zip: Buffer): number => zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
const namesIn = (zip: Buffer): string[] => Object.keys(unzipSync(repackedZip(zip, MAX_BYTES).bytes));

describe('the parts of a zip', () => {
  it('are those with texts, unpacked', () => {
    const { names, bytes } = repackedZip(zipped(), MAX_BYTES);
    expect(names).toEqual(Object.keys(FILES));
    expect(unzipSync(bytes)).toEqual({ 'a.xml': FILES['a.xml'], 'b.xml': FILES['b.xml'] });
  });

  it.each([
    ['total', 10],
    ['on this disk', 8],
  ])('are those that were checked where the number %s lies', (_name, at) => {
    const zip = zipped();
    zip.writeUInt16LE(1, endOf(zip) + at);
    expect(namesIn(zip)).toEqual(at === 10 ? ['a.xml'] : ['a.xml', 'b.xml']);
  });

  it('have the sizes of the directory, whatever their own headers say', () => {
    const zip = zipped();
    zip.writeUInt32LE(0x7fffffff, 22); // unpacked size in the header of the first file
    expect(namesIn(zip)).toEqual(['a.xml', 'b.xml']);
  });

  it('are refused where they unpack into more than the directory says', () => {
    const zip = Buffer.from(zipSync({ 'a.xml': new Uint8Array(500_000) }));
    const entry = zip.lastIndexOf('a.xml') - 46;
    zip.writeUInt32LE(10, entry + 24);
    expect(() => repackedZip(zip, MAX_BYTES)).toThrow('is broken');
    zip.writeUInt32LE(2_000_000, entry + 24);
    expect(() => repackedZip(zip, MAX_BYTES)).toThrow('more than');
  });
});
