#!/usr/bin/env bash
# campaign_views.sh PROGRAM EXPERIMENT: two runs that are too short to capture are both on the campaign's page, drawn.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" campaign "$2" --runs 2 --set simulation.imaging.render=false --set 'phases[3].timeout_s=1' --report "$folder/page.html"
for sample in 0 1; do
  grep -o "<svg[^>]*id=\"failure-$sample-arm1\"" "$folder/page.html" || { echo "no top view of sample $sample"; exit 1; }
done
grep -q 'class="arm"' "$folder/page.html" || { echo "no robot in it"; exit 1; }
