#!/bin/sh
# Adds a saved erasure list to a restored database: apply-erasures.sh DATABASE_URL ERASURES
# Waits until the recovery has ended. Then "requests purge" erases again every request on the list. No instance may run
# meanwhile.
set -eu
case $1 in *://*:*@*)
  echo 'Give the password in PGPASSWORD: every list of processes shows an address.' >&2
  exit 1
esac
is_recovering() { [ "$(psql --no-psqlrc --no-align --tuples-only "$1" --command='select pg_is_in_recovery()')" != f ]; }

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" --command='select' >/dev/null
while is_recovering "$1"; do sleep 1; done
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<SQL
begin;
create temporary table saved_erasures (hash text) on commit drop;
\\copy saved_erasures from '$2' csv
insert into erasures (hash) select distinct hash from saved_erasures on conflict do nothing;
commit;
SQL
