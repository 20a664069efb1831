#!/bin/sh
# Copies a segment of PostgreSQL's write-ahead log into the archive: archive-wal.sh ARCHIVE PATH NAME
# PostgreSQL runs it as its archive_command, and again until it succeeds. When it does, the segment is on disk under
# its name. It never replaces a segment with another one.
set -eu
archive=$1 segment=$2 name=$3

if [ -e "$archive/$name" ]; then
  # It was archived, and the server crashed before it noted that.
  cmp -s "$segment" "$archive/$name" && exit 0
  echo "$archive/$name exists and is another segment: two servers must not share an archive." >&2
  exit 1
fi
umask 077
cp "$segment" "$archive/$name.part"
sync "$archive/$name.part"
mv "$archive/$name.part" "$archive/$name"
sync "$archive"
