#include "CBuild.h"

#include <histedit.h>
#include <sqlite3.h>
#include <zlib.h>

// Package.swift defines it, from the environment of the build.
#ifndef MARTLET_COMMIT
#define MARTLET_COMMIT ""
#endif

const char *build_commit(void) { return MARTLET_COMMIT; }

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
