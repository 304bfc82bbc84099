// Restores the terminal's settings if a signal ends the process while a block is edited. It is
// written in C, because all of it runs in signal handlers.
#define _GNU_SOURCE
#include "terminal_settings.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static struct termios settings;
static volatile sig_atomic_t has_settings, has_changed;

void terminal_settings_set_changed(bool is_changed) {
  has_changed = is_changed;
}

void terminal_settings_restore(void) {
  // Turn bracketed paste off, show the cursor, reset colors.
  static const char sequences[] = "\033[?2004l\033[?25h\033[0m\r\n";
  // In the background, another process owns the terminal, and changing it would stop this one.
  if (!has_settings || !has_changed || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
  int error = errno;
  has_changed = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  ssize_t count = write(STDOUT_FILENO, sequences, sizeof sequences - 1);
  (void)count;
  errno = error;
}

// Raises the signal again with its default action, which applies as soon as the handler returns.
static void end_by(int number) {
  terminal_settings_restore();
  signal(number, SIG_DFL);
  raise(number);
}

void terminal_settings_save(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSYS};
  static char stack[1 << 16];
  if (has_settings || tcgetattr(STDIN_FILENO, &settings) != 0) return;
  has_settings = 1;
  // A handler cannot run on an overflowed stack.
  stack_t spare = {.ss_sp = stack, .ss_size = sizeof stack};
  int flags = sigaltstack(&spare, NULL) == 0 ? SA_ONSTACK : 0;
  struct sigaction action = {.sa_handler = end_by, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++)
    sigaction(crashes[index], &action, NULL);
}
