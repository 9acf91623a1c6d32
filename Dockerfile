# The image of Tessera: docs/deploy.md. `docker build -t tessera .`, or `buildah build -t tessera .`; for both architectures
# `docker buildx build --platform linux/amd64,linux/arm64 .`
ARG BUILD_IMAGE=docker.io/library/node:24-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

# Any Node from version 20 with npm: it installs, and builds the pages.
FROM ${BUILD_IMAGE} AS build
# Node's own program needs libatomic; binutils has strip.
RUN apt-get update && apt-get install -y --no-install-recommends binutils libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN npm run release && mv release/tessera-*[0-9] /app
WORKDIR /app
# Nothing reads the symbols of Node.
RUN node scripts/set-up.mjs && strip --strip-all node_modules/node-linux-*/bin/node

FROM ${BASE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
# PostgreSQL refuses to run as root, and needs a user that has a name.
RUN groupadd --gid 10001 tessera \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin tessera \
  && install -d -o 10001 -g 10001 -m 0700 /data /backups
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/data/compiled HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "deploy/health-check.mjs"]
# Not through npm: the process receives SIGTERM itself.
CMD ["node", "--max-semi-space-size=16", "dist/app/main.js"]
