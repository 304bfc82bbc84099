#ifndef MARTLET_FILE_SYSTEMS_H
#define MARTLET_FILE_SYSTEMS_H

#include <stdbool.h>

/// Whether a file is on a disk of this machine, with a file system that notes the time of every
/// change. False for network file systems, unknown ones, and missing files.
bool file_system_is_local(const char *path);

#endif
