#!/bin/sh
# Prepares a base backup with the archive for recovery: restore.sh DIRECTORY TARGET [TIME]
# Copies the newest base backup of DIRECTORY that ended before TIME to TARGET, an empty or missing directory, which
# becomes PostgreSQL's data directory. When PostgreSQL is started there, it recovers from DIRECTORY/wal up to TIME, such
# as "2026-11-22 09:30:00+05:30", or without it everything that is archived, and then accepts connections.
set -eu
directory=$1 target=$2 time=${3:-}
umask 077
fail() { echo "$1" >&2; exit 1; }

[ -z "$(ls -A "$target" 2>/dev/null)" ] || fail "$target is not empty: move its files away first."
if [ -n "$time" ]; then
  before=base-$(date -u -d "$time" +%Y%m%dT%H%M%SZ)
else
  before=base-99999999T999999Z
fi
newest=
for base in "$directory"/base-????????T??????Z; do
  name=${base##*/}
  if [ -d "$base" ] && [ "$(printf '%s\n' "$name" "$before" | sort | head -n 1)" = "$name" ]; then newest=$base; fi
done
[ -n "$newest" ] || fail "$directory has no base backup${time:+ from before $time}."
# Debian keeps the program in a directory for each version.
PATH=/usr/lib/postgresql/$(cat "$newest/PG_VERSION")/bin:$PATH
pg_verifybackup --quiet "$newest" || fail "$newest is damaged: move it away, and try the one before it."

mkdir -p "$target"
cp -a "$newest/." "$target/"
chmod 700 "$target"
cat >>"$target/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$directory/wal/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
SETTINGS
touch "$target/recovery.signal"
echo "$newest"
