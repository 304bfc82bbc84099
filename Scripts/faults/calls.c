// A library for LD_PRELOAD that records what a program writes into a folder, or lets one of its system calls fail.
//
// CALLS_FOLDER  the folder whose files are recorded (without a slash at the end)
// CALLS_LOG     the file of the records: a line `operation inode offset length path [other path]`, then the data
// CALLS_SKIP    number of the sync, from 1 on, that reports success and does nothing
// CALLS_FAIL    number of the call, from 1 on, that fails once with the error CALLS_ERROR
// CALLS_COUNT   the file that gets the number of calls at the end
// CALLS_ANSWERED  if set, writing to standard output never fails
// CALLS_UNLOCKED  if set, locks of files report success and do nothing
//
// What is written to standard output is recorded as `told`: from then on its reader knows it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static atomic_int syncs, calls;
static int log_file = -1;
static const char *folder;
static size_t folder_length;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  folder = getenv("CALLS_FOLDER");
  folder_length = folder ? strlen(folder) : 0;
  const char *log = getenv("CALLS_LOG");
  if (log) log_file = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("CALLS_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%d\n", calls);
    fclose(file);
  }
}

static int is_inside(const char *path) {
  return folder && strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

/// The absolute path, without resolving its last part; false if it is outside of the folder.
static int inside(int directory, const char *path, char *result) {
  if (!path) return 0;
  if (path[0] == '/') {
    snprintf(result, PATH_MAX, "%s", path);
  } else if (directory == AT_FDCWD) {
    char current[PATH_MAX];
    if (!getcwd(current, sizeof current)) return 0;
    if (snprintf(result, PATH_MAX, "%s/%s", current, path) >= PATH_MAX) return 0;
  } else {
    char link[64], base[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    if (snprintf(result, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
  }
  return is_inside(result);
}

/// The inode of an open file or folder inside of the folder, or 0.
static ino_t inode(int descriptor) {
  char link[64], path[PATH_MAX];
  struct stat facts;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!is_inside(path) && !(folder && strcmp(path, folder) == 0)) return 0;
  return fstat(descriptor, &facts) == 0 ? facts.st_ino : 0;
}

static void record(const char *operation, ino_t file, off_t offset, size_t length, const void *data, const char *path,
                   const char *other) {
  if (log_file < 0) return;
  int error = errno;
  char head[3 * PATH_MAX];
  int size = snprintf(head, sizeof head, "%s %lu %lld %zu %s\t%s\n", operation, (unsigned long)file, (long long)offset,
                      data ? length : 0, path ? path : "", other ? other : "");
  struct iovec parts[2] = {{head, (size_t)size}, {(void *)data, data ? length : 0}};
  pthread_mutex_lock(&turn);
  REAL(writev)(log_file, parts, 2);
  pthread_mutex_unlock(&turn);
  errno = error;
}

/// Whether this call is the one that fails. Calls that signals do not interrupt never say that one did.
static int fails_unless_interrupted(int is_interruptible) {
  const char *number = getenv("CALLS_FAIL");
  int call = ++calls;
  if (!number || call != atoi(number)) return 0;
  const char *error = getenv("CALLS_ERROR");
  int chosen = error ? atoi(error) : EIO;
  if (chosen == EINTR && !is_interruptible) return 0;
  errno = chosen;
  return 1;
}
static int fails(void) { return fails_unless_interrupted(0); }
static int fails_or_is_interrupted(void) { return fails_unless_interrupted(1); }

// MARK: Opening

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  char absolute[PATH_MAX];
  int is_ours = inside(directory, path, absolute);
  if (is_ours && fails_or_is_interrupted()) return -1;
  struct stat facts;
  int existed = is_ours && lstat(absolute, &facts) == 0;
  int result = REAL(openat)(directory, path, flags, mode);
  if (result >= 0 && is_ours) {
    ino_t file = inode(result);
    if (!existed && (flags & O_CREAT)) record("create", file, 0, 0, NULL, absolute, NULL);
    if (existed && (flags & O_TRUNC)) record("truncate", file, 0, 0, NULL, NULL, NULL);
  }
  return result;
}

#define MODE(last) \
  va_list list; \
  va_start(list, last); \
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0; \
  va_end(list)

int open(const char *path, int flags, ...) { MODE(flags); return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags); return open_at(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE(flags); return open_at(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE(flags); return open_at(directory, path, flags, mode); }

// MARK: Reading and writing

static ssize_t write_at(int descriptor, const void *data, size_t length, off_t offset, int is_positioned) {
  ino_t file = inode(descriptor);
  int is_counted = file || (descriptor == STDOUT_FILENO && !getenv("CALLS_ANSWERED"));
  if (is_counted && fails_or_is_interrupted()) return -1;
  if (file && !is_positioned) {
    struct stat facts;
    int flags = fcntl(descriptor, F_GETFL);
    offset = (flags & O_APPEND) && fstat(descriptor, &facts) == 0 ? facts.st_size : lseek(descriptor, 0, SEEK_CUR);
  }
  ssize_t result = is_positioned ? REAL(pwrite)(descriptor, data, length, offset) : REAL(write)(descriptor, data, length);
  if (result > 0 && file) record("write", file, offset, (size_t)result, data, NULL, NULL);
  if (result > 0 && descriptor == STDOUT_FILENO) record("told", 0, 0, (size_t)result, data, NULL, NULL);
  return result;
}

ssize_t write(int descriptor, const void *data, size_t length) { return write_at(descriptor, data, length, 0, 0); }
ssize_t pwrite(int descriptor, const void *data, size_t length, off_t offset) {
  return write_at(descriptor, data, length, offset, 1);
}
ssize_t pwrite64(int descriptor, const void *data, size_t length, off64_t offset) {
  return write_at(descriptor, data, length, offset, 1);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  // As one call for each part: a caller has to expect that only some bytes are written.
  ssize_t done = 0;
  for (int part = 0; part < count; part++) {
    if (parts[part].iov_len == 0) continue;
    ssize_t result = write_at(descriptor, parts[part].iov_base, parts[part].iov_len, 0, 0);
    if (result < 0) return done > 0 ? done : -1;
    done += result;
    if ((size_t)result < parts[part].iov_len) break;
  }
  return done;
}

ssize_t read(int descriptor, void *data, size_t length) {
  if (inode(descriptor) && fails_or_is_interrupted()) return -1;
  return REAL(read)(descriptor, data, length);
}
ssize_t pread(int descriptor, void *data, size_t length, off_t offset) {
  if (inode(descriptor) && fails_or_is_interrupted()) return -1;
  return REAL(pread)(descriptor, data, length, offset);
}
ssize_t pread64(int descriptor, void *data, size_t length, off64_t offset) {
  return pread(descriptor, data, length, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if (descriptor >= 0 && inode(descriptor) && fails()) return MAP_FAILED;
  return REAL(mmap)(address, length, protection, flags, descriptor, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

static int truncate_open(int descriptor, off_t length) {
  ino_t file = inode(descriptor);
  if (file && fails_or_is_interrupted()) return -1;
  int result = REAL(ftruncate)(descriptor, length);
  if (result == 0 && file) record("truncate", file, length, 0, NULL, NULL, NULL);
  return result;
}
int ftruncate(int descriptor, off_t length) { return truncate_open(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) { return truncate_open(descriptor, length); }

static int sync_open(int descriptor, int is_data) {
  ino_t file = inode(descriptor);
  if (file && fails_or_is_interrupted()) return -1;
  if (file) {
    const char *skipped = getenv("CALLS_SKIP");
    if (skipped && ++syncs == atoi(skipped)) {
      record("skipped", file, 0, 0, NULL, NULL, NULL);
      return 0;
    }
  }
  int result = is_data ? REAL(fdatasync)(descriptor) : REAL(fsync)(descriptor);
  if (result == 0 && file) record("sync", file, 0, 0, NULL, NULL, NULL);
  return result;
}
int fsync(int descriptor) { return sync_open(descriptor, 0); }
int fdatasync(int descriptor) { return sync_open(descriptor, 1); }

// MARK: Locks

static int control(int descriptor, int command, void *argument) {
  if (command == F_SETLK || command == F_SETLKW) {
    if (getenv("CALLS_UNLOCKED")) return 0;
    // Releasing a lock never fails.
    if (((struct flock *)argument)->l_type != F_UNLCK && inode(descriptor) && fails()) return -1;
  }
  return REAL(fcntl)(descriptor, command, argument);
}

#define ARGUMENT(last) \
  va_list list; \
  va_start(list, last); \
  void *argument = va_arg(list, void *); \
  va_end(list)

int fcntl(int descriptor, int command, ...) { ARGUMENT(command); return control(descriptor, command, argument); }
int fcntl64(int descriptor, int command, ...) { ARGUMENT(command); return control(descriptor, command, argument); }

// MARK: Names

int renameat(int from, const char *old, int to, const char *new) {
  char one[PATH_MAX], other[PATH_MAX];
  int is_ours = inside(from, old, one) & inside(to, new, other);
  if (is_ours && fails()) return -1;
  int result = REAL(renameat)(from, old, to, new);
  if (result == 0 && is_ours) record("rename", 0, 0, 0, NULL, one, other);
  return result;
}
int rename(const char *old, const char *new) { return renameat(AT_FDCWD, old, AT_FDCWD, new); }

int unlinkat(int directory, const char *path, int flags) {
  char absolute[PATH_MAX];
  int is_ours = inside(directory, path, absolute);
  if (is_ours && fails()) return -1;
  int result = REAL(unlinkat)(directory, path, flags);
  if (result == 0 && is_ours) record("remove", 0, 0, 0, NULL, absolute, NULL);
  return result;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int link(const char *old, const char *new) {
  char one[PATH_MAX], other[PATH_MAX];
  int is_ours = inside(AT_FDCWD, old, one) & inside(AT_FDCWD, new, other);
  if (is_ours && fails()) return -1;
  int result = REAL(link)(old, new);
  if (result == 0 && is_ours) record("link", 0, 0, 0, NULL, one, other);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  char absolute[PATH_MAX];
  int is_ours = inside(AT_FDCWD, path, absolute);
  if (is_ours && fails()) return -1;
  int result = REAL(mkdir)(path, mode);
  struct stat facts;
  if (result == 0 && is_ours && lstat(absolute, &facts) == 0) record("folder", facts.st_ino, 0, 0, NULL, absolute, NULL);
  return result;
}
