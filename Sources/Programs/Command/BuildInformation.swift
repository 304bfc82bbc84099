import CBuild
import Shell

/// What `martlet --version` prints: the version, what it was built from, with and for, and what is
/// inside.
enum BuildInformation {
  static var text: String {
    """
    martlet \(ProgramVersion.number)
    built \(origin)for \(String(cString: build_processor()))
    libraries: \(libraries.joined(separator: ", "))
    """
  }

  private static var origin: String {
    let commit = String(cString: build_commit())
    return (commit.isEmpty ? "" : "from commit \(commit), ")
      + (swift.isEmpty ? "" : "with Swift \(swift), ")
  }

  private static var swift: String { String(cString: build_swift_version()) }

  private static var libraries: [String] {
    var parts: [String] = []
    let (icu, libedit) = (build_icu_version(), build_libedit_version())
    let packages = String(cString: build_packages())
    if icu > 0 {
      // Foundation comes with the compiler, and with its own ICU.
      if !swift.isEmpty { parts.append("Foundation \(swift)") }
      parts.append("ICU \(icu / 100).\(icu % 100)")
    }
    if !packages.isEmpty { parts.append(packages) }
    parts.append("SQLite \(String(cString: build_sqlite_version()))")
    parts.append("zlib \(String(cString: build_zlib_version()))")
    parts.append("libedit \(libedit / 100).\(libedit % 100)")
    return parts
  }
}
