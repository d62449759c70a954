import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendBrokenLinkPage } from '../../../platform/http/broken-link-page.js';
import { Public } from '../../../platform/http/permission.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { AccessFiles } from '../application/access-files.store.js';
import { AccessLinks } from '../application/access-links.js';
import { PersonalDataLinkExpired, PersonalDataLinkNotFound } from '../domain/access.errors.js';
import { ACCESS_LINK_ADVICE } from './access-link-advice.words.js';

const ZIP = 'application/zip';

/** The links to archives. The token is the only credential. */
@ApiTags('People')
@Controller('personal-data')
export class AccessDownloadController {
  constructor(
    private readonly links: AccessLinks,
    private readonly files: AccessFiles,
  ) {}

  @Get(':token')
  @Public()
  @ApiOperation({
    operationId: 'downloadPersonalData',
    summary: 'Download everything about a person',
    description:
      'The link of a request for access. Works without a credential and any number of times, until it expires or the ' +
      'request is ended (410). To clients that prefer `text/html`, 404 and 410 are a page in a language of ' +
      '`Accept-Language`.',
    security: [],
  })
  @ApiParam({ name: 'token', description: 'The secret part of the link.' })
  @ApiResponse({
    status: 200,
    description: 'The archive.',
    headers: {
      'Content-Disposition': { description: 'The file name.', required: true, schema: { type: 'string' } },
    },
    content: { [ZIP]: { schema: {}, example: '(the archive)' } },
  })
  @ApiProblems(
    PersonalDataLinkNotFound,
    PersonalDataLinkExpired,
    'DATABASE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
  )
  async download(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      await this.send(token, request, response);
    } catch (error) {
      sendBrokenLinkPage(error, ACCESS_LINK_ADVICE, request, response);
    }
  }

  private async send(token: string, request: Request, response: Response): Promise<void> {
    const key = await this.links.follow(token);
    if (key === undefined) throw new PersonalDataLinkNotFound();
    if (key === 'expired') throw new PersonalDataLinkExpired();
    const size = await this.files.sizeOf(key);
    const isHead = request.method === 'HEAD';
    const content = isHead ? undefined : await this.files.open(key);
    if (size === undefined || (!isHead && !content)) throw new PersonalDataLinkExpired();
    response.setHeader('Content-Disposition', 'attachment; filename="person.zip"');
    response.setHeader('Content-Type', ZIP);
    response.setHeader('Content-Length', size);
    response.setHeader('Cache-Control', 'private, no-store');
    await sendFile(content, request, response);
  }
}
