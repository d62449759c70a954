#!/usr/bin/env bash
# Runs the tests on each major version of Node that the service supports, in a copy of the last commit with packages of
# its own. Arguments are those of `npm test`: npm run test:nodes -- test/e2e/announcements
# NODES selects versions: NODES='22 24.9.0' npm run test:nodes
set -uo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
chmod 755 "$work" # the account that root lends the database server passes through
trap 'rm -rf "$work"' EXIT
platform=$(node -p '`node-${process.platform}-${process.arch}`')
failed=()

# run VERSION [ARGUMENT...]
run() {
  local copy=$work/$1 version=$1
  shift
  mkdir "$copy" &&
    git archive HEAD | tar -x -C "$copy" &&
    npm install --silent --prefix "$copy/.node" "$platform@$version" &&
    cd "$copy" || return
  PATH=$copy/.node/node_modules/$platform/bin:$PATH
  echo "── Node $(node --version)"
  npm ci --silent && npm test -- "$@"
}

for version in ${NODES:-20 22 24}; do
  (run "$version" "$@") || failed+=("$version")
  rm -rf "${work:?}/$version"
done

echo
if [ ${#failed[@]} -eq 0 ]; then
  echo 'Passed on every version.'
else
  echo "Failed on Node ${failed[*]}."
  exit 1
fi
