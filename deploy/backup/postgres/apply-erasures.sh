#!/bin/sh
# Adds a saved erasure list to a restored database: apply-erasures.sh DATABASE_URL ERASURES
# Then "requests purge" erases again every request on the list. No instance may run meanwhile.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<SQL
begin;
create temporary table saved_erasures (hash text) on commit drop;
\\copy saved_erasures from '$2' csv
insert into erasures (hash) select distinct hash from saved_erasures on conflict do nothing;
commit;
SQL
