// In C, since Swift's modules of the system have no `statfs`.
#define _GNU_SOURCE
#include "file_systems.h"

#ifdef __APPLE__

#include <string.h>
#include <sys/mount.h>
#include <sys/param.h>

bool file_system_is_local(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0 || !(status.f_flags & MNT_LOCAL)) return false;
  return strcmp(status.f_fstypename, "apfs") == 0 || strcmp(status.f_fstypename, "hfs") == 0;
}

#else

#include <stddef.h>
#include <stdint.h>
#include <sys/vfs.h>

// From statfs(2): ext2 to ext4, XFS, Btrfs, tmpfs, OverlayFS, ZFS, F2FS, bcachefs, JFS, ReiserFS.
static const uint32_t local[] = {
    0xef53,     0x58465342, 0x9123683e, 0x01021994, 0x794c7630,
    0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x3153464a, 0x52654973,
};

bool file_system_is_local(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return false;
  for (size_t index = 0; index < sizeof local / sizeof *local; index += 1) {
    if ((uint32_t)status.f_type == local[index]) return true;
  }
  return false;
}

#endif
