# Tandem in one image. Data (embedded database, made secrets) lives in the volume /data.
FROM node:24-slim

WORKDIR /app
# Only what the service is built from and runs on: whatever else lies in the folder, such as .env or backups, stays out.
COPY package.json package-lock.json tsconfig.json LICENSE ./
COPY packages packages
# What GET /openapi.json serves.
COPY docs/openapi.json docs/
# This also builds the console, with tools that come as optional packages, one for each platform. Optional packages bring Node 24
# as well, which the image is already.
RUN npm install --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/node-bin-* \
  && npm cache clean --force \
  && mkdir -p /data node_modules/.cache \
  && chown -R node:node /data node_modules/.cache

ENV NODE_ENV=production HOST=0.0.0.0 PORT=7070 TANDEM_DATA=/data
USER node
VOLUME /data
EXPOSE 7070
HEALTHCHECK --interval=10s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/webhook/service/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is started directly, so that it gets the SIGTERM that drains it. The options: docs/operations.md, "Memory".
ENV MALLOC_MMAP_THRESHOLD_=1048576
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "packages/cli/bin/tandem.js", "serve"]
