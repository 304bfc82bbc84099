import Testing

@testable import PostgreSQLStore

/// What errors suggest, by the messages of libpq and the server.
struct ServerHelpTests {
  /// Each row: a message, and a part of the help for it.
  @Test(arguments: [
    ("FATAL:  too many connections for role \"x\"", "close other sessions"),
    ("FATAL:  too many connections for database \"certificate\"", "close other sessions"),
    ("FATAL:  sorry, too many clients already", "close other sessions"),
    ("FATAL:  remaining connection slots are reserved for superusers", "close other sessions"),
    ("FATAL:  database \"certificates\" does not exist", "createdb"),
    ("FATAL:  database \"too many\" does not exist", "createdb"),
    ("FATAL:  role \"timeout expired\" does not exist", "CREATE ROLE"),
    ("FATAL:  role \"ann\" is not permitted to log in", "CREATE ROLE"),
    ("fe_sendauth: no password supplied", "no password was given"),
    ("FATAL:  password authentication failed for user \"tls\"", "check the user and the password"),
    ("FATAL:  Peer authentication failed for user \"ann\"", "the system user"),
    ("FATAL:  no pg_hba.conf entry for host \"::1\", user \"a\", database \"b\"", "pg_hba.conf"),
    ("SSL error: certificate verify failed", "sslrootcert"),
    ("server does not support SSL, but SSL was required", "sslmode=disable"),
    ("could not translate host name \"certificate.org\" to address", "spelling of the host"),
    ("connection to server at \"tls.org\", port 5432 failed: Connection refused", "pg_isready"),
    ("connection to server at \"h\", port 5432 failed: timeout expired", "connect_timeout"),
    ("FATAL:  permission denied for database \"shop\"", "GRANT CONNECT"),
    ("FATAL:  the database system is starting up", "try again"),
    ("definition of service \"password\" not found", "pg_service.conf"),
    ("FEHLER: unbekannt", "the form is postgres://"),
  ])
  func connectionHelp(message: String, part: String) {
    let help = ConnectionHelp.lines(for: message)
    #expect(help.contains { $0.contains(part) }, "\(message): \(help)")
  }

  /// Each row: a message with the code 42501, the operation, and the statement that helps; nil for
  /// none.
  @Test(arguments: [
    ("permission denied for table label", "read", "GRANT SELECT ON label TO …"),
    ("permission denied for table t2", "write", "GRANT SELECT, INSERT, UPDATE, DELETE ON t2 TO …"),
    ("permission denied for view big Spender", "read", "GRANT SELECT ON \"big Spender\" TO …"),
    (
      "permission denied for sequence label_id_seq", "write", "GRANT USAGE ON SEQUENCE label_id_seq"
    ),
    ("permission denied for schema audit", "read", "GRANT USAGE ON SCHEMA audit TO …"),
    ("permission denied for schema public", "write", "GRANT USAGE, CREATE ON SCHEMA public TO …"),
    ("permission denied for database shop", "write", "GRANT CREATE ON DATABASE shop TO …"),
    (
      "new row violates row-level security policy for table \"label\"", "write",
      "a row-level security policy refuses this"
    ),
    ("must be owner of table label", "write", nil),
    ("permission denied to create role", "write", nil),
  ])
  func permissionHelp(message: String, operation: String, part: String?) {
    let help = PermissionHelp.lines(for: message, operation)
    #expect(part.map { part in help.contains { $0.contains(part) } } ?? help.isEmpty, "\(help)")
  }

  @Test(arguments: [
    ("?schema=", "names no SQL schema"), ("?schema=pg_catalog", "belongs to the server"),
    ("?schema=information_schema", "belongs to the server"), ("?schema=app", nil), ("", nil),
  ])
  func schemasOfAddresses(parameters: String, part: String?) throws {
    let address = try #require(ServerAddress("postgres://localhost/shop" + parameters))
    #expect(address.schemaProblem?.reason.contains(part ?? "") == (part == nil ? nil : true))
  }
}
