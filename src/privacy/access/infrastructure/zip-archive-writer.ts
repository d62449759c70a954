import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { PersonalRecord } from '../../../shared-kernel/personal-data.js';
import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';
import { ArchiveWriter, type Archive, type ArchiveFacts } from '../application/archive.ports.js';
import { RecordWorkbook } from './record-workbook.js';

/** Characters of JSON that are compressed together. */
const CHUNK = 64 * 1024;

/** Archives as zip files. */
export class ZipArchiveWriter extends ArchiveWriter {
  async write(
    records: AsyncIterable<PersonalRecord>,
    facts: ArchiveFacts,
    language: ReaderLanguage,
  ): Promise<Archive> {
    const zip = new ZipBytes();
    const workbook = new RecordWorkbook(language, facts);
    const counts: Record<string, number> = {};
    let file: JsonFile | undefined;
    for await (const { kind, record } of records) {
      if (!(kind in counts)) {
        file?.end();
        file = new JsonFile(zip.addText(`data/${kind}.json`));
        workbook.begin(kind);
      }
      file?.add(record);
      workbook.add(record);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    file?.end();
    zip.addText('about.json').push(strToU8(JSON.stringify({ ...facts, counts }, null, 2)), true);
    zip.addBytes('person.xlsx', workbook.end());
    return { content: zip.end(), counts };
  }
}

class ZipBytes {
  private readonly chunks: Uint8Array[] = [];
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.chunks.push(chunk);
  });

  addText(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 6 });
    this.zip.add(file);
    return file;
  }

  /** A file that is compressed already. */
  addBytes(name: string, bytes: Uint8Array): void {
    const file = new ZipPassThrough(name);
    this.zip.add(file);
    file.push(bytes, true);
  }

  end(): Uint8Array {
    this.zip.end();
    return Buffer.concat(this.chunks);
  }
}

/** An array of records, one a line. */
class JsonFile {
  private text = '[';
  private isFirst = true;

  constructor(private readonly file: ZipDeflate) {}

  add(record: object): void {
    this.text += `${this.isFirst ? '' : ','}\n${JSON.stringify(record)}`;
    this.isFirst = false;
    if (this.text.length < CHUNK) return;
    this.file.push(strToU8(this.text));
    this.text = '';
  }

  end(): void {
    this.file.push(strToU8(`${this.text}\n]\n`), true);
  }
}
