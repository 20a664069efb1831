/** Is loaded before the product. Commits then do not wait for the disk, and a power cut may lose the latest ones. */
import SqliteFile from 'better-sqlite3'

const { pragma } = SqliteFile.prototype
SqliteFile.prototype.pragma = function (source, options) {
  return pragma.call(this, source.replace('synchronous = FULL', 'synchronous = NORMAL'), options)
}
