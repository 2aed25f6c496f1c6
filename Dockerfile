# The app on any host with an NVIDIA GPU and the NVIDIA Container Toolkit (without a GPU it runs on the CPU):
#
#   docker build -t playground .
#   docker run --gpus all -p 7860:7860 -v playground:/home/app/.cache playground --model google/diffusiongemma-26B-A4B-it
#
# PyPI's torch brings CUDA with it, so the image needs none. What follows the image's name are options of `app.py`; read
# docs/operating.md before others may reach it. The volume keeps the checkpoint; HF_TOKEN, if it is gated: `-e HF_TOKEN`.
FROM python:3.12-slim-bookworm

# A C compiler: on a GPU the passes are compiled at the start.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*

RUN useradd --create-home --uid 1000 app && install -d -o app -g app /home/app/.cache
WORKDIR /home/app/playground

COPY requirements.txt ./
RUN pip install --no-cache-dir -r requirements.txt

COPY app.py ./
COPY playground ./playground
COPY assets ./assets

USER 1000
ENV GRADIO_ANALYTICS_ENABLED=False
EXPOSE 7860
HEALTHCHECK --interval=30s --start-period=120s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7860/', timeout=5)"]
ENTRYPOINT ["python", "app.py", "--host", "0.0.0.0", "--port", "7860"]
