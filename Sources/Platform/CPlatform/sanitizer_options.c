// The address sanitizer asks the program for its settings. It does not look for leaks: Swift keeps
// what lives as long as the process.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif
#endif
