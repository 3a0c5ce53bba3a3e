#!/usr/bin/env bash
# Runs 'shardform check' for the action: the inputs are in the environment. An installed command is used as it is.
set -u
if ! command -v shardform > /dev/null || [ -n "${VERSION:-}" ]; then
  python3 -m pip install --quiet "shardform${VERSION:+==$VERSION}" || exit 1
fi
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
code=0
shardform check "$PROGRAM" --budget "$BUDGET" --summary "$summary" --root "${GITHUB_WORKSPACE:-.}" \
  ${MACHINE:+--machine "$MACHINE"} ${SARIF:+--sarif "$SARIF"} || code=$?
# The end of the summary is cut, which GitHub would refuse as a whole.
head -c 1000000 "$summary" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
echo "holds=$([ "$code" -eq 0 ] && echo true || echo false)" >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
