import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_ISSUES } from '../../platform/dto/checks.js';
import { explainFileError, FileUnreadable, FileUnwritable } from '../../platform/files/file-errors.js';
import { replaceFile } from '../../platform/files/replace-file.js';
import { ImportRefused } from '../../shared-kernel/import-refused.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { TemplateContent } from '../domain/announcement-template.js';
import { fileNamesOf, isTemplateFile, readTemplateFile, templateFile } from './template-file.js';

/** Most files of a folder of templates. */
export const MAX_TEMPLATE_FILES = 10_000;

/** Most bytes of the file of a template. */
export const MAX_TEMPLATE_FILE_BYTES = 1_048_576;

/** Most bytes of all files of a folder of templates. */
export const MAX_TEMPLATE_FOLDER_BYTES = 33_554_432;

/** The names of files, sorted. */
export interface ExportedFiles {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Other `.json` files of the folder, which stay. */
  readonly others: readonly string[];
}

/** A folder with a JSON file for each template. */
export class TemplateFolder {
  constructor(private readonly path: string) {}

  /**
   * The templates of all files.
   * @throws {FileUnreadable}
   * @throws {ImportRefused} with the issues of all files, each with file and property
   */
  async read(): Promise<TemplateContent[]> {
    const names = await this.orUnreadable(this.path, () => this.names());
    if (names.length === 0) throw new FileUnreadable(this.path, 'it has no .json files');
    if (names.length > MAX_TEMPLATE_FILES)
      throw new FileUnreadable(this.path, `it has more than ${MAX_TEMPLATE_FILES} .json files`);
    const byKey = new Map<string, TemplateContent>();
    const issues: ValidationIssue[] = [];
    let bytes = 0;
    for (const name of names) {
      const content = await this.orUnreadable(join(this.path, name), () => this.content(name));
      bytes += content.length;
      if (bytes > MAX_TEMPLATE_FOLDER_BYTES)
        throw new FileUnreadable(this.path, 'its .json files have more than 32 MiB');
      const { template, issues: found } = readTemplateFile(name, content);
      issues.push(...found.map((each) => ({ ...each, path: placeOf(name, each) })));
      if (template && byKey.has(template.key))
        issues.push({ path: `${name}: key`, code: 'NOT_UNIQUE', message: 'is that of another file' });
      if (template) byKey.set(template.key, template);
      if (issues.length >= MAX_ISSUES) break;
    }
    if (issues.length > 0) throw new ImportRefused(issues.slice(0, MAX_ISSUES));
    return [...byKey.values()];
  }

  /**
   * Writes the file of each template, if it differs. Makes the folder if there is none.
   * @throws {FileUnwritable}
   */
  async write(templates: readonly TemplateContent[]): Promise<ExportedFiles> {
    if (templates.length > MAX_TEMPLATE_FILES)
      throw new FileUnwritable(this.path, `there are more than ${MAX_TEMPLATE_FILES} templates`);
    return this.orUnwritable(async () => {
      await mkdir(this.path, { recursive: true });
      const before = new Set(await this.names());
      const names = fileNamesOf(templates.map(({ key }) => key));
      const files = templates.map((template) => [names.get(template.key) ?? '', templateFile(template)]);
      const written = new Set<string>();
      for (const [name = '', content = ''] of files) {
        const path = join(this.path, name);
        if (before.has(name) && (await readFile(path, 'utf8')) === content) continue;
        await replaceFile(path, Buffer.from(content));
        written.add(name);
      }
      const all = [...names.values()].sort();
      return {
        written: all.filter((name) => written.has(name)),
        unchanged: all.filter((name) => !written.has(name)),
        others: [...before].filter((name) => !all.includes(name)),
      };
    });
  }

  /** The names of its `.json` files, sorted. */
  private async names(): Promise<string[]> {
    return (await readdir(this.path)).filter(isTemplateFile).sort();
  }

  /** Neither large files nor those without an end, such as pipes, are read. */
  private async content(name: string): Promise<Buffer> {
    const path = join(this.path, name);
    const facts = await stat(path);
    if (!facts.isFile()) throw new FileUnreadable(path, 'it is not a file');
    if (facts.size > MAX_TEMPLATE_FILE_BYTES) throw new FileUnreadable(path, 'it has more than 1 MiB');
    return readFile(path);
  }

  private async orUnreadable<T>(path: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const reason = explainFileError(error);
      throw reason === undefined ? error : new FileUnreadable(path, reason);
    }
  }

  private async orUnwritable<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const reason = explainFileError(error);
      throw reason === undefined ? error : new FileUnwritable(this.path, reason);
    }
  }
}

function placeOf(name: string, { path }: ValidationIssue): string {
  return path === '' ? name : `${name}: ${path}`;
}
