import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Answer } from '../../platform/http/answer.js';
import { StreamedBody, Untagged } from '../../platform/http/handler-options.js';
import { readForm } from '../../platform/http/form-body.js';
import { prefersPage } from '../../platform/http/link-page.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { Public } from '../../platform/http/permission.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { WishesLinks } from '../application/wishes-links.js';
import { NO_MAILS, WishesLinkNotFound } from '../domain/wishes.js';
import { chosenWishes, unknownLinkPage, wishesPage } from './wishes-page.js';

/** The links in reminders. The token is the only credential. */
@ApiTags('Reminders')
@Controller('reminders')
export class WishesLinkController {
  constructor(private readonly links: WishesLinks) {}

  @Get(':token')
  @Public()
  @Untagged()
  @ApiOperation({
    operationId: 'showReminderWishes',
    summary: 'Show the page to choose mails',
    description:
      'The link of the e-mails, in a language of `Accept-Language`. Works without a credential and changes nothing. ' +
      'The form of the page, and the one click of mail programs (RFC 8058), are a POST to the same address: ' +
      '`List-Unsubscribe=One-Click` turns all mails off. To clients that prefer `text/html`, 404 is a page, too.',
    security: [],
  })
  @ApiParam({ name: 'token', description: 'The last part of the link.' })
  @ApiResponse({
    status: 200,
    description: 'The page.',
    content: { 'text/html': { schema: {}, example: '(the page)' } },
  })
  @ApiProblems(WishesLinkNotFound, 'DATABASE_UNAVAILABLE')
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer> {
    const wishes = await this.links.find(token);
    if (!wishes) return unknownLink(request, response);
    response.vary('Accept-Language');
    return wishesPage(request, wishes);
  }

  /** Not in the document, which is for programs: it is for the page, and for mail programs, which know RFC 8058. */
  @Post(':token')
  @HttpCode(200)
  @Public()
  @Untagged()
  @StreamedBody()
  @ApiExcludeEndpoint()
  async choose(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer> {
    const form = await readForm(request);
    const isOneClick = form.get('List-Unsubscribe') === 'One-Click';
    const wishes = isOneClick ? NO_MAILS : chosenWishes(form);
    if (!wishes) throw new ValidationFailed([UNKNOWN_FORM]);
    if (!(await this.links.set(token, wishes))) return unknownLink(request, response);
    response.vary('Accept-Language');
    return wishesPage(request, wishes, isOneClick ? 'unsubscribed' : 'saved');
  }
}

const UNKNOWN_FORM = {
  path: '',
  code: 'UNKNOWN_FORM',
  message: 'must have List-Unsubscribe=One-Click or be the form of the page',
};

/**
 * The page for a link that does not work.
 * @throws {WishesLinkNotFound} to clients that do not prefer pages
 */
function unknownLink(request: Request, response: Response): Answer {
  const problem = new WishesLinkNotFound();
  response.vary('Accept').vary('Accept-Language');
  if (!prefersPage(request)) throw problem;
  request.errorCode = problem.code; // for the log
  return unknownLinkPage(request);
}
