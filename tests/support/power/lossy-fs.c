/*
 * A file system in memory that loses what was not synced, as a machine does when its power is cut.
 *
 *   lossy-fs DISK SEED MOUNT-POINT [options of FUSE]
 *
 * DISK is the file that stands for the disk. It is read at the start, and written at SIGTERM, which is the power cut:
 * no call that comes later has any effect. What the disk has then:
 *
 * - The content and size of a file as they were at its last fsync or fdatasync, or write with O_SYNC or O_DSYNC.
 * - Names as a journal keeps them (ext4, XFS): creating, renaming and removing take effect in the order in which they
 *   were done. An fsync of a directory writes the journal up to the last change in this directory. An fsync of a file
 *   does not, as POSIX allows; Linux' file systems are kinder to new files.
 * - With SEED 0 nothing else. With any other, what a real disk may have written on its own, chosen by that seed: a
 *   further part of the journal, and for each file its old or new size and any of its changed blocks, of 512 or of 4,096
 *   bytes, in any order.
 *
 * Owners and modes are on the disk at once. Of two names of one file the disk makes two files. There are no symbolic
 * links, devices or sockets. What is removed stays in memory: a mount lives for seconds.
 */
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

struct bytes {
  char *at;
  size_t size, room;
};

struct node {
  ino_t number;
  mode_t mode;
  uid_t uid;
  gid_t gid;
  struct timespec changed;
  nlink_t links;
  struct entry *entries; /* of a directory */
  struct bytes now, disk; /* of a file: what processes see, and what survives */
  size_t dirty_from, dirty_until; /* the two differ only there */
  size_t smallest; /* of its sizes since the last sync */
  long last_change; /* of a directory: the last journal operation on its names */
};

/* A name, from one journal operation until another; 0 is always on disk, or never. */
struct entry {
  char *name;
  struct node *node;
  long since, until;
  struct entry *next;
};

static const char *disk_path;
static unsigned long long seed;
static struct node *root;
static long last_operation, last_on_disk;

static struct node *make_node(mode_t mode, uid_t uid, gid_t gid) {
  static ino_t numbers;
  struct node *node = calloc(1, sizeof *node);
  node->number = ++numbers;
  node->mode = mode;
  node->uid = uid;
  node->gid = gid;
  clock_gettime(CLOCK_REALTIME, &node->changed);
  return node;
}

static void resize(struct bytes *bytes, size_t size) {
  if (size > bytes->room) {
    bytes->room = bytes->room ? size * 2 : size;
    bytes->at = realloc(bytes->at, bytes->room);
  }
  if (size > bytes->size) memset(bytes->at + bytes->size, 0, size - bytes->size);
  bytes->size = size;
}

static void add_name(struct node *directory, const char *name, struct node *node, long since) {
  struct entry *entry = calloc(1, sizeof *entry);
  *entry = (struct entry){strdup(name), node, since, 0, directory->entries};
  directory->entries = entry;
  directory->last_change = since;
  node->links++;
}

static void remove_name(struct node *directory, struct entry *entry, long until) {
  entry->until = directory->last_change = until;
  entry->node->links--;
}

static struct entry *find_name(struct node *directory, const char *name) {
  struct entry *entry = directory->entries;
  while (entry && (entry->until || strcmp(entry->name, name))) entry = entry->next;
  return entry;
}

static const char *last_part(const char *path) { return strrchr(path, '/') + 1; }

static struct node *find_until(const char *path, const char *end) {
  struct node *node = root;
  char name[256];
  while (node && path < end) {
    size_t length = strcspn(++path, "/");
    if (length == 0) break;
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    struct entry *entry = find_name(node, name);
    node = entry ? entry->node : NULL;
    path += length;
  }
  return node;
}

static struct node *find(const char *path) { return find_until(path, path + strlen(path)); }
static struct node *find_parent(const char *path) { return find_until(path, strrchr(path, '/')); }
static struct entry *find_entry(const char *path) { return find_name(find_parent(path), last_part(path)); }

static struct node *opened(const char *path, struct fuse_file_info *info) {
  return info ? (struct node *)(uintptr_t)info->fh : find(path);
}

/* ---- What reaches the disk ---- */

static void changed(struct node *file, size_t from, size_t until) {
  if (file->dirty_until == 0 || from < file->dirty_from) file->dirty_from = from;
  if (until > file->dirty_until) file->dirty_until = until;
  if (file->now.size < file->smallest) file->smallest = file->now.size;
  clock_gettime(CLOCK_REALTIME, &file->changed);
}

static void resize_file(struct node *file, size_t size) {
  size_t before = file->now.size;
  resize(&file->now, size);
  changed(file, before < size ? before : size, before < size ? size : before);
}

static void sync_node(struct node *node) {
  if (node->last_change > last_on_disk) last_on_disk = node->last_change;
  size_t until = node->dirty_until < node->now.size ? node->dirty_until : node->now.size;
  resize(&node->disk, node->now.size);
  if (until > node->dirty_from)
    memcpy(node->disk.at + node->dirty_from, node->now.at + node->dirty_from, until - node->dirty_from);
  node->dirty_from = node->dirty_until = 0;
  node->smallest = node->now.size;
}

/* splitmix64: at least 0 and below 1. */
static double chance(void) {
  unsigned long long mixed = seed += 0x9e3779b97f4a7c15ull;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
  return (double)((mixed ^ (mixed >> 31)) >> 11) / (double)(1ull << 53);
}

static void write_some_blocks(struct node *file, size_t block, double share) {
  struct bytes *disk = &file->disk;
  size_t end = file->smallest < disk->size ? file->smallest : disk->size;
  if (chance() < 0.5) {
    /* The journal has the new size. What was cut off before the file grew again reads as zeros. */
    resize(disk, end);
    resize(disk, file->now.size);
    end = file->now.size;
  }
  /* With the old size, what was cut off keeps its old blocks: the new ones are elsewhere. */
  if (file->dirty_until < end) end = file->dirty_until;
  for (size_t at = file->dirty_from / block * block; at < end; at += block) {
    size_t length = end - at < block ? end - at : block;
    if (chance() < share) memcpy(disk->at + at, file->now.at + at, length);
  }
}

static int is_on_disk(const struct entry *entry) {
  return entry->since <= last_on_disk && (entry->until == 0 || entry->until > last_on_disk);
}

static void write_some(struct node *directory, size_t block, double share) {
  for (struct entry *entry = directory->entries; entry; entry = entry->next) {
    if (!is_on_disk(entry)) continue;
    if (S_ISDIR(entry->node->mode)) write_some(entry->node, block, share);
    else if (entry->node->dirty_until > 0) write_some_blocks(entry->node, block, share);
  }
}

/* ---- The file that stands for the disk: each directory's entries, then one without a name ---- */

struct saved {
  mode_t mode;
  uid_t uid;
  gid_t gid;
  size_t name, size; /* lengths of what follows */
};

static void save(FILE *disk, const struct node *directory) {
  for (const struct entry *entry = directory->entries; entry; entry = entry->next) {
    if (!is_on_disk(entry)) continue;
    const struct node *node = entry->node;
    struct saved saved = {node->mode, node->uid, node->gid, strlen(entry->name), node->disk.size};
    fwrite(&saved, sizeof saved, 1, disk);
    fwrite(entry->name, 1, saved.name, disk);
    if (saved.size > 0) fwrite(node->disk.at, 1, saved.size, disk);
    if (S_ISDIR(node->mode)) save(disk, node);
  }
  fwrite(&(struct saved){0}, sizeof(struct saved), 1, disk);
}

static void read_all(FILE *disk, void *into, size_t size) {
  if (size > 0 && fread(into, size, 1, disk) != 1) {
    fprintf(stderr, "%s is not complete\n", disk_path);
    exit(1);
  }
}

static void load(FILE *disk, struct node *directory) {
  struct saved saved;
  char name[256] = "";
  for (read_all(disk, &saved, sizeof saved); saved.name > 0; read_all(disk, &saved, sizeof saved)) {
    read_all(disk, name, saved.name);
    name[saved.name] = 0;
    struct node *node = make_node(saved.mode, saved.uid, saved.gid);
    add_name(directory, name, node, 0);
    resize(&node->now, saved.size);
    read_all(disk, node->now.at, saved.size);
    node->dirty_until = saved.size;
    sync_node(node);
    if (S_ISDIR(node->mode)) load(disk, node);
  }
}

static void cut_power(void *data) {
  (void)data;
  if (seed != 0) {
    last_on_disk += (long)(chance() * (double)(last_operation - last_on_disk + 1));
    size_t block = chance() < 0.5 ? 512 : 4096;
    write_some(root, block, chance());
  }
  FILE *disk = fopen(disk_path, "w");
  if (disk) save(disk, root);
  if (!disk || fclose(disk) != 0) perror(disk_path);
}

/* ---- The calls ---- */

static void *begin(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->use_ino = config->hard_remove = config->nullpath_ok = 1;
  puts("mounted");
  fflush(stdout);
  return NULL;
}

static int get_attributes(const char *path, struct stat *result, struct fuse_file_info *info) {
  const struct node *node = opened(path, info);
  if (!node) return -ENOENT;
  result->st_ino = node->number;
  result->st_mode = node->mode;
  result->st_nlink = S_ISDIR(node->mode) ? 2 : node->links;
  result->st_uid = node->uid;
  result->st_gid = node->gid;
  result->st_size = (off_t)node->now.size;
  result->st_blocks = (blkcnt_t)(node->now.size + 511) / 512;
  result->st_mtim = result->st_ctim = result->st_atim = node->changed;
  return 0;
}

static int read_directory(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                          struct fuse_file_info *info, enum fuse_readdir_flags flags) {
  (void)offset, (void)flags;
  fill(buffer, ".", NULL, 0, 0);
  fill(buffer, "..", NULL, 0, 0);
  for (const struct entry *entry = opened(path, info)->entries; entry; entry = entry->next)
    if (!entry->until) fill(buffer, entry->name, NULL, 0, 0);
  return 0;
}

static int open_node(const char *path, struct fuse_file_info *info) {
  struct node *node = find(path);
  if (!node) return -ENOENT;
  if (info->flags & O_TRUNC) resize_file(node, 0);
  info->fh = (uintptr_t)node;
  return 0;
}

static int make(const char *path, mode_t mode) {
  struct fuse_context *caller = fuse_get_context();
  if (strlen(last_part(path)) > 255) return -ENAMETOOLONG;
  add_name(find_parent(path), last_part(path), make_node(mode, caller->uid, caller->gid), ++last_operation);
  return 0;
}

static int make_directory(const char *path, mode_t mode) { return make(path, mode | S_IFDIR); }

static int create(const char *path, mode_t mode, struct fuse_file_info *info) {
  int failed = make(path, mode);
  return failed ? failed : open_node(path, info);
}

static int link_file(const char *from, const char *to) {
  add_name(find_parent(to), last_part(to), find(from), ++last_operation);
  return 0;
}

static int remove_file(const char *path) {
  remove_name(find_parent(path), find_entry(path), ++last_operation);
  return 0;
}

static int remove_directory(const char *path) {
  for (struct entry *entry = find(path)->entries; entry; entry = entry->next)
    if (!entry->until) return -ENOTEMPTY;
  return remove_file(path);
}

static int rename_file(const char *from, const char *to, unsigned int flags) {
  if (flags) return -EINVAL;
  struct entry *entry = find_entry(from), *replaced = find_entry(to);
  if (replaced && replaced->node == entry->node) return 0;
  long operation = ++last_operation;
  if (replaced) remove_name(find_parent(to), replaced, operation);
  remove_name(find_parent(from), entry, operation);
  add_name(find_parent(to), last_part(to), entry->node, operation);
  return 0;
}

static int read_file(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  const struct bytes *now = &opened(path, info)->now;
  if ((size_t)offset >= now->size) return 0;
  if (size > now->size - (size_t)offset) size = now->size - (size_t)offset;
  memcpy(buffer, now->at + offset, size);
  return (int)size;
}

static int write_file(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  struct node *file = opened(path, info);
  size_t until = (size_t)offset + size;
  if (until > file->now.size) resize_file(file, until);
  memcpy(file->now.at + offset, buffer, size);
  changed(file, (size_t)offset, until);
  if (info->flags & (O_SYNC | O_DSYNC)) sync_node(file);
  return (int)size;
}

static int truncate_file(const char *path, off_t size, struct fuse_file_info *info) {
  resize_file(opened(path, info), (size_t)size);
  return 0;
}

static int allocate(const char *path, int mode, off_t offset, off_t length, struct fuse_file_info *info) {
  struct node *file = opened(path, info);
  if (mode) return -EOPNOTSUPP;
  if ((size_t)(offset + length) > file->now.size) resize_file(file, (size_t)(offset + length));
  return 0;
}

static int sync_file(const char *path, int data_only, struct fuse_file_info *info) {
  (void)data_only;
  sync_node(opened(path, info));
  return 0;
}

static int change_mode(const char *path, mode_t mode, struct fuse_file_info *info) {
  opened(path, info)->mode = mode;
  return 0;
}

static int change_owner(const char *path, uid_t uid, gid_t gid, struct fuse_file_info *info) {
  struct node *node = opened(path, info);
  if (uid != (uid_t)-1) node->uid = uid;
  if (gid != (gid_t)-1) node->gid = gid;
  return 0;
}

static const struct fuse_operations calls = {
    .init = begin,
    .destroy = cut_power,
    .getattr = get_attributes,
    .opendir = open_node,
    .readdir = read_directory,
    .fsyncdir = sync_file,
    .mkdir = make_directory,
    .rmdir = remove_directory,
    .open = open_node,
    .create = create,
    .link = link_file,
    .unlink = remove_file,
    .rename = rename_file,
    .read = read_file,
    .write = write_file,
    .truncate = truncate_file,
    .fallocate = allocate,
    .fsync = sync_file,
    .chmod = change_mode,
    .chown = change_owner,
};

int main(int count, char *arguments[]) {
  if (count < 4) return fputs("lossy-fs DISK SEED MOUNT-POINT [options]\n", stderr), 2;
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* no mount is left behind when the tests are killed */
  disk_path = arguments[1];
  seed = strtoull(arguments[2], NULL, 10);
  root = make_node(S_IFDIR | 0755, getuid(), getgid());
  FILE *disk = fopen(disk_path, "r");
  if (disk) {
    load(disk, root);
    fclose(disk);
  }
  arguments[2] = arguments[0];
  return fuse_main(count - 2, arguments + 2, &calls, NULL);
}
