import { tsImport } from 'tsx/esm/api';

/** Jest loads its global files itself, without the module names and transforms that the tests get. */
export default async function (...configs) {
  const { default: globalSetup } = await tsImport('../global-setup.ts', import.meta.url);
  await globalSetup(...configs);
}
