# Tested with podman 4.3, on a base image made of Debian 12 and Node 24.21: no registry of images was reachable.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM packages AS build
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY src src
COPY scripts scripts
RUN npm run build
COPY packages/client packages/client
COPY openapi.json CHANGELOG.md .env.example ./
COPY docs docs
RUN npm run site

# Without optional packages there is no embedded database: production has DATABASE_URL.
FROM packages AS production
RUN npm ci --omit=dev --omit=optional

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/guide dist/guide
COPY package.json ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 LOG_FORMAT=json DATA_DIR=/tmp/wes
USER node
EXPOSE 3000
# The API and workers answer on METRICS_PORT, the API on PORT too.
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:${METRICS_PORT:-$PORT}/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
# A worker runs dist/src/worker.js, the command for operators is dist/src/wes.js.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "dist/src/api.js"]
