#!/bin/sh
# Makes a base backup, verifies it, saves the erasure list, and then deletes the oldest: base-backup.sh DIRECTORY KEEP
# For PostgreSQL's own user. PGDATABASE names the database, by default clinic. The write-ahead log is archived in
# DIRECTORY/wal; what no base backup needs any more is deleted there too.
set -eu
directory=$1 keep=$2
database=${PGDATABASE:-clinic}
umask 077
fail() { echo "$1" >&2; exit 1; }

case $keep in '' | *[!0-9]* | 0*) fail "KEEP must be a whole number from 1 on." ;; esac
[ -d "$directory/wal" ] || fail "$directory/wal is not a directory: create it, or mount its disk."
# What an interrupted backup has left. systemd runs only one at a time.
part=$directory/base-new.part
rm -rf "$part"
trap 'rm -rf "$part"' EXIT
pg_basebackup --pgdata="$part" --checkpoint=fast --wal-method=stream
# Debian keeps the other programs in a directory for each version.
PATH=/usr/lib/postgresql/$(cat "$part/PG_VERSION")/bin:$PATH
pg_verifybackup --quiet "$part" || fail "The base backup is damaged: there is no new one, and none was deleted."
# The instant of its end: only recovery up to a later time can begin with it.
name=base-$(date -u +%Y%m%dT%H%M%SZ)
mv "$part" "$directory/$name"
sync "$directory"

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$database" \
  --command="\\copy erasures to '$directory/erasures.csv.new' csv"
[ -e "$directory/erasures.csv" ] || touch "$directory/erasures.csv"
# The list only grows, also after the database was restored from an earlier time.
sort -u "$directory/erasures.csv" "$directory/erasures.csv.new" >"$directory/erasures.csv.part"
sync "$directory/erasures.csv.part"
mv "$directory/erasures.csv.part" "$directory/erasures.csv"
rm "$directory/erasures.csv.new"

bases=$(ls -d "$directory"/base-????????T??????Z | sort)
excess=$(($(echo "$bases" | wc -l) - keep))
if [ "$excess" -gt 0 ]; then echo "$bases" | head -n "$excess" | while read -r old; do rm -rf "$old"; done; fi
oldest=$(ls -d "$directory"/base-????????T??????Z | sort | head -n 1)
# The first segment that the oldest base backup needs.
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' "$oldest/backup_label")
pg_archivecleanup "$directory/wal" "$first"
sync "$directory"
echo "Base backup $directory/$name is verified. Base backups: $(ls -d "$directory"/base-????????T??????Z | wc -l). The erasure list is saved in $directory/erasures.csv."
