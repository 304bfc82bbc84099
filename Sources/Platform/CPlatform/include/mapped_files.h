#ifndef MARTLET_MAPPED_FILES_H
#define MARTLET_MAPPED_FILES_H

#include <stdbool.h>
#include <stddef.h>

// Mapped files that another process may truncate: the missing bytes read as zeros instead of ending
// this process with SIGBUS.

/// Watches a mapping of a file. Returns false if too many mappings are watched, or if the signal
/// cannot be handled.
bool mapped_file_watch(const void *start, size_t count);

/// Whether this process read bytes of a watched mapping that the file no longer has.
bool mapped_file_was_truncated(const void *start);

/// Stops watching a mapping. Call this before removing it.
void mapped_file_unwatch(const void *start);

#endif
