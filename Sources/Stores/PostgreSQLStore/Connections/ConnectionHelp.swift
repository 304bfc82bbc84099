/// What to do about a connection that failed.
///
/// libpq has no codes for this, so the first row decides whose part is in its message or the
/// server's, apart from quoted names. In other languages, the general help appears.
enum ConnectionHelp {
  static func lines(for reason: String) -> [String] {
    let words = reason.replacing(#/"[^"]*"/#, with: "\"\"")
    return rows.first { $0.parts.contains(where: words.contains) }?.help ?? [
      "the form is postgres://user@host:5432/database; passwords belong in `~/.pgpass` or PGPASSWORD"
    ]
  }

  private static let rows: [(parts: [String], help: [String])] = [
    (
      ["too many", "remaining connection slots"],
      ["close other sessions, or raise `max_connections` of the server or the limit of the user"]
    ),
    (
      ["no password supplied"],
      [
        "no password was given: `~/.pgpass` or PGPASSWORD can contain it, and in a terminal Martlet "
          + "asks for it"
      ]
    ),
    (
      ["password authentication failed"],
      ["check the user and the password; `~/.pgpass` or PGPASSWORD can contain it"]
    ),
    (
      ["Peer authentication failed", "Ident authentication failed"],
      [
        "the server lets only the system user of the same name in: name a host, or run `martlet` as that user"
      ]
    ),
    (
      ["no pg_hba.conf entry"],
      [
        "the server's administrator must allow this user, database and host in `pg_hba.conf`",
        "`sslmode=require` or `sslmode=disable` may be what it expects",
      ]
    ),
    (
      ["certificate", "SSL error", "does not support SSL", "tls", "sslmode"],
      [
        "`sslmode=require` encrypts without a check of the certificate, `sslrootcert=file` names "
          + "the authority for `verify-full`, and `sslmode=disable` does without TLS"
      ]
    ),
    (
      ["could not translate host name"],
      ["check the spelling of the host, and the network"]
    ),
    (
      ["Connection refused", "No such file or directory", "could not connect"],
      ["check the host and the port, and that the server is running: `pg_isready -h host -p port`"]
    ),
    (
      ["timeout expired", "timed out", "No route to host", "Network is unreachable"],
      [
        "check the host and the port; a firewall may block them",
        "`connect_timeout=60` in the address waits longer",
      ]
    ),
    (
      ["role \""],
      ["check the user: postgres://user@host/database; `CREATE ROLE … LOGIN` creates one"]
    ),
    (
      ["permission denied for database"],
      ["`GRANT CONNECT ON DATABASE … TO …` allows this user to use it"]
    ),
    (
      ["database \""],
      ["`psql -l` lists the databases of the server, `createdb` creates one"]
    ),
    (
      ["starting up", "shutting down", "in recovery mode"],
      ["try again in a moment"]
    ),
    (
      ["definition of service", "service file"],
      ["`~/.pg_service.conf` defines services; `PGSERVICEFILE` names another file"]
    ),
  ]
}
