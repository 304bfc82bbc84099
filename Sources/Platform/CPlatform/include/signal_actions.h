#ifndef MARTLET_SIGNAL_ACTIONS_H
#define MARTLET_SIGNAL_ACTIONS_H

#include <stdbool.h>

// Written in C, because the members of `struct sigaction` have different names on each system.

/// Whether the process ignores a signal.
bool signal_is_ignored(int number);

/// Installs `handler` for a signal.
void signal_handle(int number, void (*handler)(int));

#endif
