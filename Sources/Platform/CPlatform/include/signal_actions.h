#ifndef MARTLET_SIGNAL_ACTIONS_H
#define MARTLET_SIGNAL_ACTIONS_H

#include <stdbool.h>

// In C, since each system has other names for the members of `struct sigaction`.

/// Whether the process ignores a signal.
bool signal_is_ignored(int number);

/// Has `handler` called for a signal.
void signal_handle(int number, void (*handler)(int));

#endif
