// Written in C, because a signal handler may only call async-signal-safe functions.
#define _GNU_SOURCE
#include "mapped_files.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most = 256 };

static struct {
  // Zero if the slot is free; written last and cleared first.
  _Atomic uintptr_t start;
  _Atomic uintptr_t end;
  atomic_bool was_cut;
} mappings[most];

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction former;
static uintptr_t page_size;

// The process read a page after the file's end: this page and all after it become zeros, and the
// read is repeated. Signals with another cause go to the previous handler.
static void handle(int number, siginfo_t *information, void *context) {
  uintptr_t place = (uintptr_t)information->si_addr;
  for (int index = 0; index < most; index += 1) {
    uintptr_t start = atomic_load(&mappings[index].start);
    uintptr_t end = atomic_load(&mappings[index].end);
    if (start == 0 || place < start || place >= end) continue;
    uintptr_t page = place & ~(page_size - 1);
    void *zeros = mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) break;
    atomic_store(&mappings[index].was_cut, true);
    return;
  }
  sigaction(number, &former, NULL);
  if (former.sa_flags & SA_SIGINFO && former.sa_sigaction) {
    former.sa_sigaction(number, information, context);
  }
}

static bool install(void) {
  struct sigaction current;
  if (sigaction(SIGBUS, NULL, &current) != 0) return false;
  if (current.sa_flags & SA_SIGINFO && current.sa_sigaction == handle) return true;
  struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_NODEFER};
  ours.sa_sigaction = handle;
  sigemptyset(&ours.sa_mask);
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  former = current;
  return sigaction(SIGBUS, &ours, NULL) == 0;
}

static int place_of(uintptr_t start) {
  for (int index = 0; index < most; index += 1) {
    if (atomic_load(&mappings[index].start) == start) return index;
  }
  return -1;
}

bool mapped_file_watch(const void *start, size_t count) {
  pthread_mutex_lock(&turn);
  int index = install() ? place_of(0) : -1;
  if (index >= 0) {
    atomic_store(&mappings[index].was_cut, false);
    // A mapping consists of whole pages.
    atomic_store(&mappings[index].end, ((uintptr_t)start + count + page_size - 1) & ~(page_size - 1));
    atomic_store(&mappings[index].start, (uintptr_t)start);
  }
  pthread_mutex_unlock(&turn);
  return index >= 0;
}

bool mapped_file_was_truncated(const void *start) {
  int index = place_of((uintptr_t)start);
  return index >= 0 && atomic_load(&mappings[index].was_cut);
}

void mapped_file_unwatch(const void *start) {
  pthread_mutex_lock(&turn);
  int index = place_of((uintptr_t)start);
  if (index >= 0) atomic_store(&mappings[index].start, 0);
  pthread_mutex_unlock(&turn);
}
