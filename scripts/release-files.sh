#!/usr/bin/env bash
# Run by `npm version`: gives what CHANGELOG.md has under [Unreleased] the number of the new version and today's date, and the manifests of Kubernetes the tag of its image.
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
git add CHANGELOG.md ops/kubernetes/kustomization.yaml
