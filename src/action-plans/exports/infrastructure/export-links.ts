import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../../identity/index.js';
import { Settings } from '../../../platform/config/settings.js';
import { PublicAddress } from '../../../platform/public-address.js';
import { ExportLinks, type NewExportLink } from '../application/export.ports.js';

/** Download links of this deployment. */
@Injectable()
export class DeploymentExportLinks extends ExportLinks {
  readonly ttlMs: number;

  constructor(
    settings: Settings,
    private readonly address: PublicAddress,
    private readonly secrets: CredentialSecrets,
  ) {
    super();
    this.ttlMs = settings.exports.linkTtlMs;
  }

  async newLink(): Promise<NewExportLink> {
    const { credential, digest } = await this.secrets.issue('exportLink');
    return { link: `${this.address.baseUrl}/exports/${credential}`, digest };
  }
}
