import CBuild
import Shell

/// What `martlet --version` prints: the version, what it was built from and for, and the libraries
/// it uses.
enum BuildInformation {
  static var text: String {
    """
    martlet \(ProgramVersion.number)
    built \(origin)for \(String(cString: build_processor()))
    SQLite \(String(cString: build_sqlite_version())), \
    zlib \(String(cString: build_zlib_version())), libedit \(libedit)
    """
  }

  private static var origin: String {
    let commit = String(cString: build_commit())
    return commit.isEmpty ? "" : "from commit \(commit), "
  }

  private static var libedit: String {
    let version = build_libedit_version()
    return "\(version / 100).\(version % 100)"
  }
}
