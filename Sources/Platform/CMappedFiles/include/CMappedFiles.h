#ifndef MARTLET_MAPPED_FILES_H
#define MARTLET_MAPPED_FILES_H

#include <stdbool.h>
#include <stddef.h>

// Files in memory that another process may cut short: what is gone then reads as zeros, where it would end
// this process.

/// Watches over a mapping of a file; false where too many are watched, or it cannot be.
bool mapped_file_watch(const void *start, size_t count);

/// Whether bytes of the watched mapping were read that the file does not have any more.
bool mapped_file_was_cut(const void *start);

/// Ends the watch; before the mapping is given back.
void mapped_file_unwatch(const void *start);

#endif
