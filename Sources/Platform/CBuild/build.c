#include "CBuild.h"

#include <histedit.h>
#include <sqlite3.h>
#include <zlib.h>

// Package.swift defines these, from the environment of the build.
#ifndef MARTLET_COMMIT
#define MARTLET_COMMIT ""
#endif
#ifndef MARTLET_SWIFT
#define MARTLET_SWIFT ""
#endif
#ifndef MARTLET_PACKAGES
#define MARTLET_PACKAGES ""
#endif

const char *build_commit(void) { return MARTLET_COMMIT; }

const char *build_swift_version(void) { return MARTLET_SWIFT; }

const char *build_packages(void) { return MARTLET_PACKAGES; }

#ifdef __linux__
// Foundation's copy of ICU, which has no header.
extern __attribute__((weak)) void swift_u_getVersion(unsigned char version[4]);

int build_icu_version(void) {
  unsigned char version[4] = {0};
  if (swift_u_getVersion) swift_u_getVersion(version);
  return version[0] * 100 + version[1];
}
#else
int build_icu_version(void) { return 0; }
#endif

const char *build_processor(void) {
#if defined(__AVX2__)
  return "x86-64-v3";
#elif defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "arm64";
#else
  return "another processor";
#endif
}

int build_libedit_version(void) { return LIBEDIT_MAJOR * 100 + LIBEDIT_MINOR; }

const char *build_sqlite_version(void) { return sqlite3_libversion(); }

void leave_out_sqlite_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

const char *build_zlib_version(void) { return zlibVersion(); }
