# One image for every process of the service: docker-compose.yml says which command each runs.
FROM python:3.12-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --require-hashes --only-binary=:all: --requirement requirements.txt

FROM python:3.12-slim-bookworm
RUN useradd --uid 10001 --create-home --home-dir /var/lib/castle castle
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 CASTLE_VAR=/var/lib/castle CASTLE_DIE_WITH_PARENT=1
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py .
COPY castle_site castle_site
COPY games games
COPY leaderboard leaderboard
USER castle
# Static files and the compiled solver belong into the image; no server and no secret is used.
RUN python -m castle_site.prepare --image
EXPOSE 8000
CMD ["granian", "--interface", "asginl", "--http", "1", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--http1-buffer-size", "65536", "--http1-header-read-timeout", "10000", \
     "--no-ws", "--log-level", "warning", "--respawn-failed-workers", \
     "--workers-max-rss", "1024", "--rss-samples", "3", \
     "castle_site.asgi:application"]
