// What the command was built from, for and with, and how it uses libraries. The target also
// contains a constructor, which runs by itself and checks the processor.
#ifndef MARTLET_BUILD_H
#define MARTLET_BUILD_H

/// The commit that the command was built from; empty if the build did not name it.
const char *build_commit(void);

/// The version of the compiler, whose Foundation Linux uses; empty if the build did not name it.
const char *build_swift_version(void);

/// The Swift packages that the command contains, `GRDB 7.10.0, …`; empty if the build did not name
/// them.
const char *build_packages(void);

/// The major and minor version of Foundation's ICU, 76.1 as 7601; 0 where the system has another.
int build_icu_version(void);

/// The processor the command was built for, as clang's -march names it.
const char *build_processor(void);

/// The major and minor version of libedit's headers, 2.11 as 211.
int build_libedit_version(void);

/// The version of the linked SQLite.
const char *build_sqlite_version(void);

/// Lets SQLite not count the memory that it takes: a lock for each allocation. To be called before
/// anything opens a database.
void leave_out_sqlite_statistics(void);

/// The version of the linked zlib.
const char *build_zlib_version(void);

#endif
