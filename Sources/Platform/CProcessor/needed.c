// A command that was built for newer processors (MARCH in the Makefile) ends on an older one by an illegal
// instruction, somewhere. This says it first, and in words.
#if defined(__x86_64__) && defined(__AVX2__)
#include <unistd.h>

__attribute__((constructor(101), target("arch=x86-64"))) static void check_processor(void) {
  static const char words[] =
      "martlet: this command was built for processors with AVX2, which this one lacks\n"
      "help: build it anew with `make build MARCH=x86-64`\n";
  // Constructors run in no order that is known here.
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) return;
  ssize_t count = write(STDERR_FILENO, words, sizeof words - 1);
  (void)count;
  _exit(3);
}
#endif
