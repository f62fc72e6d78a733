#!/usr/bin/env bash
# Builds the models, then holds what was built to what it was built from. Ends as the comparison does.
set -euo pipefail
cd "$(dirname "$0")"
export=$1

dbt --quiet build --profiles-dir . --vars "{export: '$export'}"
npx plumbline compare "$export" orders.parquet --key order_id \
  --map amount=total --ignore discount,note --where-source "status != 'cancelled'" \
  --format markdown --output report.md
