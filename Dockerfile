# The app on any host with an NVIDIA GPU and the NVIDIA Container Toolkit (without a GPU it runs on the CPU):
#
#   docker build -t playground .
#   docker run --gpus all --restart on-failure -p 7860:7860 -v playground:/home/app/.cache playground \
#       --model google/diffusiongemma-26B-A4B-it
#
# What follows the image's name are options of `app.py`; read docs/operating.md before others may reach it. The volume
# keeps the checkpoint and what was compiled; HF_TOKEN, if it is gated: `-e HF_TOKEN`. If the GPU fails, the process ends
# with code 70, and `--restart on-failure` starts it again.
#
# PyPI's torch 2.13.0 is built for CUDA 13.0, and brings its libraries and Triton. The base says to the toolkit which
# drivers that needs (580 or newer).
FROM nvidia/cuda:13.0.2-base-ubuntu24.04

# On a GPU the passes are compiled at the start: that takes a C compiler and Python's headers.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-venv python3-dev gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*

# Ubuntu 24.04 has a user with this number.
RUN userdel --remove ubuntu && useradd --create-home --uid 1000 app && install -d -o app -g app /home/app/.cache
WORKDIR /home/app/playground
RUN python3 -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH

# The packages of plugins and of exports as .parquet stand beside the app's own.
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY app.py ./
COPY playground ./playground
COPY assets ./assets

USER 1000
ENV GRADIO_ANALYTICS_ENABLED=False \
    TORCHINDUCTOR_CACHE_DIR=/home/app/.cache/torchinductor \
    TRITON_CACHE_DIR=/home/app/.cache/triton
EXPOSE 7860
# Ready when the model is: the first start downloads it and compiles its passes.
HEALTHCHECK --interval=30s --start-period=60m CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7860/readyz', timeout=5)"]
ENTRYPOINT ["python", "app.py", "--host", "0.0.0.0", "--port", "7860"]
