#!/usr/bin/env bash
# Fetches into .whl what training on a machine without a network needs: bash workshop/training/wheels.sh [PYTHON], such as 3.12.
# There: python3 -m pip install --no-index --no-deps --target SITE .whl/*.whl && export PYTHONPATH=SITE
set -euo pipefail
mkdir -p .whl
python3 -m pip download --quiet --no-deps --only-binary=:all: --python-version "${1:-3.12}" --implementation cp \
  --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
  -d .whl -c requirements.txt -r workshop/training/gpu.txt
