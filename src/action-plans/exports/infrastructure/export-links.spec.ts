import { HttpAdapterHost } from '@nestjs/core';
import { Settings } from '../../../platform/config/settings.js';
import { PublicAddress } from '../../../platform/public-address.js';
import { DeploymentExportLinks } from './export-links.js';

describe('DeploymentExportLinks', () => {
  const settings = Settings.from({
    NODE_ENV: 'test',
    BASE_URL: 'https://wes.example.com/',
    EXPORT_LINK_TTL: '2h',
  });
  const links = new DeploymentExportLinks(settings, new PublicAddress(settings, new HttpAdapterHost()));

  it('begin with the address of the deployment', () => {
    expect(links.linkTo('abc')).toBe('https://wes.example.com/exports/abc');
  });

  it('last as long as the settings say', () => {
    expect(links.ttlMs).toBe(2 * 3_600_000);
  });
});
