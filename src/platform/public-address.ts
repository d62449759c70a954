import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from './config/settings.js';

/** The address under which clients reach the service: the configured one where this process has no HTTP server. */
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
