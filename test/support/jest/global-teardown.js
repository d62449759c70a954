import { tsImport } from 'tsx/esm/api';

export default async function () {
  const { default: globalTeardown } = await tsImport('../global-teardown.ts', import.meta.url);
  await globalTeardown();
}
