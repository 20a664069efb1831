#!/bin/sh
# A restore drill for PostgreSQL: drill.sh DIRECTORY [LIVE_URL]
# Recovers the newest base backup and the whole archive of DIRECTORY in a temporary directory, on a server that only
# this user can reach, applies the erasure list, and checks what it got. With the address of the live database it also
# compares: nothing is missing, and no erased request came back. Deletes everything again. It shows no personal data.
# For PostgreSQL's own user. PGDATABASE names the database, by default clinic. Needs room for the database in TMPDIR.
set -eu
directory=$1 live=${2:-}
database=${PGDATABASE:-clinic}
scripts=$(dirname "$0")
requests=${REQUESTS:-/srv/clinic/current/node_modules/.bin/node /srv/clinic/current/src/cli/requests.ts}
umask 077
fail() { echo "$1" >&2; exit 1; }
case $live in *://*:*@*) fail 'Give the password in PGPASSWORD: every list of processes shows an address.' ;; esac

work=$(mktemp -d)
finish() {
  pg_ctl stop --pgdata="$work/data" --mode=immediate --silent >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

base=$("$scripts/restore.sh" "$directory" "$work/data")
# Debian keeps the programs in a directory for each version.
PATH=/usr/lib/postgresql/$(cat "$work/data/PG_VERSION")/bin:$PATH
# Debian keeps these files outside the data directory, so a base backup does not have them.
echo 'local all all trust' >"$work/hba.conf"
cat >"$work/postgresql.conf" <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$work'
hba_file = '$work/hba.conf'
hot_standby = off
fsync = off
SETTINGS
failed() { fail "The recovery failed: $(grep -m 1 -E 'FATAL|PANIC' "$work/log" || tail -n 1 "$work/log")"; }
pg_ctl start --pgdata="$work/data" --wait --timeout=3600 --silent --log="$work/log" \
  --options="-c config_file='$work/postgresql.conf' -c archive_mode=off -c port=5432" || failed
# It answers when it has recovered everything.
until pg_isready --quiet --host="$work" --port=5432; do
  pg_ctl status --pgdata="$work/data" >"$work/status" || failed
  sleep 1
done
restored="postgres://${PGUSER:-$(id -un)}@localhost:5432/$database?host=$work"
query() { psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 "$1" --command="$2"; }

recovered=$(query "$restored" "select to_char(coalesce(pg_last_xact_replay_timestamp(), now()) at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')")
pg_amcheck --host="$work" --port=5432 --install-missing --heapallindexed --database="$database" >"$work/amcheck" 2>&1 || fail "The restored database is damaged: $(head -n 1 "$work/amcheck")"
"$scripts/apply-erasures.sh" "$restored" "$directory/erasures.csv"
# Only the list counts, so that the retention period makes no difference to the live database.
purged=$(DATABASE_URL=$restored RETENTION_DAYS=36500 $requests purge) || fail "The erasure list could not be applied: $purged"

echo "Restored $base with the archive up to the transaction of $recovered. The restored database is intact."
for table in callback_requests callbacks attempts notes outbox_messages staff; do
  echo "$table: $(query "$restored" "select count(*) from $table") restored${live:+, $(query "$live" "select count(*) from $table") now}"
done
echo "$purged"
[ -n "$live" ] || exit 0

columns="reference || ' ' || md5(concat_ws('|', form, name, phone, email, service, message, time_slot, received_at))"
# A request is dated before it is stored; it is stored within seconds.
query "$live" "select $columns from callback_requests where received_at < to_char(timestamp '$recovered' - interval '1 minute', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')" | LC_ALL=C sort >"$work/expected"
query "$live" "select $columns from callback_requests" | LC_ALL=C sort >"$work/live"
query "$restored" "select $columns from callback_requests" | LC_ALL=C sort >"$work/restored"
missing=$(LC_ALL=C comm -23 "$work/expected" "$work/restored" | wc -l)
back=$(LC_ALL=C comm -13 "$work/live" "$work/restored" | wc -l)
[ "$missing" -eq 0 ] || fail "The restored database lacks $missing requests, or has other texts in them, that the live one has from a minute before $recovered."
[ "$back" -eq 0 ] || fail "$back erased requests come back: $directory/erasures.csv is not the latest erasure list."
echo "All $(wc -l <"$work/expected") requests of the live database from before are restored, unchanged, and none that was erased."
