// On a processor older than the one it was built for (MARCH in the Makefile), the command would
// crash with an illegal instruction. This code reports the reason before that.
#if defined(__x86_64__) && defined(__AVX2__)
#include <unistd.h>

__attribute__((constructor(101), target("arch=x86-64"))) static void check_processor(void) {
  static const char words[] =
      "martlet: this command was built for processors with AVX2, which this one lacks\n"
      "help: build it again with `make build MARCH=x86-64`\n";
  // The order of constructors is undefined.
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) return;
  ssize_t count = write(STDERR_FILENO, words, sizeof words - 1);
  (void)count;
  _exit(3);
}
#endif
