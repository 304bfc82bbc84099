import Foundation

/// A PostgreSQL server for one run of the tests, in a temporary folder and without a network. It
/// stops by itself when the tests end.
public final class PrivateServer: Sendable {
  /// The server; nil if PostgreSQL is not installed.
  public static let shared = PrivateServer("")

  /// Where its socket is.
  public let folder: String

  /// Another server, for tests that need several.
  ///
  /// - Parameter name: Distinguishes the servers of a run.
  public init?(_ name: String) {
    guard let programs = Self.programs else {
      print("note: these tests need PostgreSQL; `apt-get install postgresql` installs it")
      return nil
    }
    folder = "/tmp/martlet-pg-\(getpid())\(name)"
    // The server refuses to run as root. It ends when this process does.
    let script = """
      # Foundation waits until nobody has the descriptors that it passes to this program.
      for file in /dev/fd/*; do
        number="${file##*/}"
        if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
      done
      set -e
      mkdir -m 755 "$1"
      as=""
      if [ "$(id -u)" = 0 ]; then
        chown postgres "$1"
        as="setpriv --reuid=postgres --regid=postgres --clear-groups"
      fi
      cd "$1"
      $as "$2/initdb" -D "$1/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 -N >"$1.log" 2>&1
      $as "$2/pg_ctl" -D "$1/data" -w -l "$1/data/log" \\
        -o "-k $1 -c listen_addresses= -c fsync=off -c max_connections=50" start >"$1.log" 2>&1
      (while kill -0 "$3" 2>/dev/null; do sleep 1; done
        $as "$2/pg_ctl" -D "$1/data" -m immediate stop
        rm -rf "$1" "$1.log") >/dev/null 2>&1 </dev/null &
      """
    guard Self.run("/bin/bash", ["-c", script, "bash", folder, programs, "\(getpid())"]) == 0 else {
      return nil
    }
  }

  /// The address of a database.
  public func address(_ database: String) -> String {
    "postgres://postgres@/\(database)?host=\(folder)"
  }

  /// Runs SQL with psql; returns its exit status.
  @discardableResult
  public func execute(_ sql: String, in database: String) -> Int32 {
    let psql = Self.programs.map { $0 + "/psql" } ?? "psql"
    return Self.run(
      psql,
      ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-d", database]
        + ["-c", sql]
    )
  }

  private static func run(_ program: String, _ arguments: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The folder with the server's programs.
  private static var programs: String? {
    let roots = (15...30).reversed().flatMap { version in
      ["/usr/lib/postgresql/\(version)/bin", "/opt/homebrew/opt/postgresql@\(version)/bin"]
    }
    return (roots + ["/usr/local/bin", "/usr/bin"]).first { folder in
      ["initdb", "pg_ctl", "postgres"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }
}
