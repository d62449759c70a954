import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from './config/settings.js';

/** Where clients reach the service. Without an HTTP server in this process the settings say it. */
@Injectable()
export class PublicAddress {
  constructor(
    private readonly settings: Settings,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Without a trailing slash. */
  get baseUrl(): string {
    const adapter = this.adapterHost.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const server = adapter?.getHttpServer() as Server | undefined;
    const address = server?.address();
    return this.settings.baseUrl(typeof address === 'object' ? address?.port : undefined);
  }
}
