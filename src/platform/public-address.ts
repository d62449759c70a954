import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from './config/settings.js';

/** The addresses of the deployment that its answers and mails have. */
@Injectable()
export class PublicAddress {
  constructor(
    private readonly settings: Settings,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Template of the address of the app; undefined where there is none to link to. */
  get appUrl(): string | undefined {
    return this.settings.mail.appUrl;
  }

  /** The service as clients reach it, without a trailing slash: as configured where this process has no HTTP server. */
  get baseUrl(): string {
    const adapter = this.adapterHost.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const server = adapter?.getHttpServer() as Server | undefined;
    const address = server?.address();
    return this.settings.baseUrl(typeof address === 'object' ? address?.port : undefined);
  }
}
