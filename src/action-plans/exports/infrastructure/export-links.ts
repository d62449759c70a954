import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PublicAddress } from '../../../platform/public-address.js';
import { ExportLinks } from '../application/export.ports.js';

/** Download links of this deployment. */
@Injectable()
export class DeploymentExportLinks extends ExportLinks {
  readonly ttlMs: number;

  constructor(
    settings: Settings,
    private readonly address: PublicAddress,
  ) {
    super();
    this.ttlMs = settings.exports.linkTtlMs;
  }

  linkTo(token: string): string {
    return `${this.address.baseUrl}/exports/${token}`;
  }
}
