#!/usr/bin/env bash
# Run by `npm version`: gives what CHANGELOG.md has under [Unreleased] the number of the new version and today's date, the client, SECURITY.md and the pages that name its package the version, the manifests of Kubernetes the tag of its image, and later releases this document to be compared with.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(node -p 'require("./package.json").version')
if ! awk '/^## / { inside = $2 == "[Unreleased]" } inside && /^- / { found = 1 } END { exit !found }' CHANGELOG.md; then
  echo 'CHANGELOG.md has nothing under [Unreleased].' >&2
  exit 1
fi
dated=$(sed "s/^## \[Unreleased\]\$/&\n\n## [$version] - $(date -u +%F)/" CHANGELOG.md)
echo "$dated" > CHANGELOG.md
sed -i.bak "s/newTag: .*/newTag: v$version/" ops/kubernetes/kustomization.yaml && rm ops/kubernetes/kustomization.yaml.bak
sed -i.bak "s/\"version\": \".*\"/\"version\": \"$version\"/" packages/client/package.json && rm packages/client/package.json.bak
for page in packages/client/README.md docs/guide/hr-system.md docs/contract.md; do
  sed -i.bak "s/wes-client-[0-9.]*\.tgz/wes-client-$version.tgz/g" "$page" && rm "$page.bak"
done
sed -i.bak "s/newest version is [0-9.]*\./newest version is $version./" SECURITY.md && rm SECURITY.md.bak
cp openapi.json releases/openapi.json
echo '[]' > releases/accepted-changes.json
git add CHANGELOG.md SECURITY.md packages/client docs releases ops/kubernetes/kustomization.yaml
