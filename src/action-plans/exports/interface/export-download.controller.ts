import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendBrokenLinkPage } from '../../../platform/http/broken-link-page.js';
import { HttpProblem } from '../../../platform/http/http-problem.js';
import { Public } from '../../../platform/http/permission.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { FileStorage, type ByteRange } from '../../../platform/storage/file-storage.js';
import { PlanExportsQueries, type LinkedWorkbook } from '../application/plan-exports.queries.js';
import { XLSX_TYPE } from '../application/workbook-type.js';
import { ExportLinkExpired, ExportLinkNotFound } from '../domain/plan-export.errors.js';
import { attachment } from './attachment.js';
import { EXPORT_LINK_ADVICE } from './export-link-advice.words.js';

/** Results of `request.range()`. */
const UNSATISFIABLE = -1;
const MALFORMED = -2;

const text = { type: 'string' as const };
const FILE_HEADERS = {
  'Content-Disposition': { description: 'The file name, in any script.', required: true, schema: text },
  'Accept-Ranges': { description: 'Always `bytes`.', required: true, schema: text },
  ETag: { description: 'Names these bytes; missing while they may still change.', schema: text },
};
const WORKBOOK = { [XLSX_TYPE]: { schema: {}, example: '(the workbook)' } };

/** The links in the e-mails. The token is the only credential. */
@ApiTags('Action plans')
@Controller('exports')
export class ExportDownloadController {
  constructor(
    private readonly queries: PlanExportsQueries,
    private readonly files: FileStorage,
  ) {}

  @Get(':token')
  @Public()
  @ApiOperation({
    operationId: 'downloadExport',
    summary: 'Download the workbook of an export',
    description:
      'The link of the e-mail. Works without a credential and any number of times until it expires, or ' +
      'until its user is deactivated or may not read the plan any more (410). To clients that prefer ' +
      '`text/html`, 404 and 410 are a page in a language of `Accept-Language`.',
    security: [],
  })
  @ApiParam({ name: 'token', description: 'The secret part of the link.' })
  @ApiHeader({ name: 'Range', required: false, description: 'One range of bytes.' })
  @ApiResponse({ status: 200, description: 'The workbook.', headers: FILE_HEADERS, content: WORKBOOK })
  @ApiResponse({
    status: 206,
    description: 'The part that was asked for.',
    headers: {
      ...FILE_HEADERS,
      'Content-Range': { description: 'Which part it is.', required: true, schema: text },
    },
    content: WORKBOOK,
  })
  @ApiProblems(
    ExportLinkNotFound,
    ExportLinkExpired,
    'RANGE_NOT_SATISFIABLE',
    'DATABASE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
  )
  async download(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      await this.send(await this.follow(token), request, response);
    } catch (error) {
      sendBrokenLinkPage(error, EXPORT_LINK_ADVICE, request, response);
    }
  }

  private async follow(token: string): Promise<LinkedWorkbook> {
    const workbook = await this.queries.followLink(token);
    if (workbook === 'expired') throw new ExportLinkExpired();
    if (!workbook) throw new ExportLinkNotFound();
    return workbook;
  }

  private async send(workbook: LinkedWorkbook, request: Request, response: Response): Promise<void> {
    const { exportId, fileKey, fileName, isFinal } = workbook;
    const size = await this.files.sizeOf(fileKey);
    if (size === undefined) throw new ExportLinkNotFound();
    const etag = isFinal ? `"${exportId}"` : undefined;
    const part = partFor(request, etag, size);
    const isWhole = part === 'whole';
    const isHead = request.method === 'HEAD';
    const content = isHead ? undefined : await this.files.open(fileKey, isWhole ? undefined : part);
    if (!isHead && !content) throw new ExportLinkNotFound();

    response.status(isWhole ? 200 : 206);
    response.setHeader('Content-Disposition', attachment(fileName));
    response.setHeader('Content-Type', XLSX_TYPE);
    response.setHeader('Content-Length', isWhole ? size : part.end - part.start + 1);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Cache-Control', 'private, no-store');
    if (!isWhole) response.setHeader('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
    if (etag !== undefined) response.setHeader('ETag', etag);
    await sendFile(content, request, response);
  }
}

/** The requested part. Several ranges, other units and an `If-Range` that does not match get the whole file. */
function partFor(request: Request, etag: string | undefined, size: number): ByteRange | 'whole' {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return 'whole';
  const ranges = request.range(size);
  if (ranges === UNSATISFIABLE) {
    throw new HttpProblem(416, 'RANGE_NOT_SATISFIABLE', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  if (ranges === undefined || ranges === MALFORMED || ranges.type !== 'bytes') return 'whole';
  const [part, ...others] = ranges;
  return part === undefined || others.length > 0 ? 'whole' : part;
}
