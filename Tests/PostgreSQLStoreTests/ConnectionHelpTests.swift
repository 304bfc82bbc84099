import PostgreSQLFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Each reason for a failed connection has its own help.
@Suite(.serialized)
struct ConnectionHelpTests {
  /// Messages of libpq and of servers, and a part of the help.
  @Test(arguments: [
    ("could not translate host name \"a\" to address: Name or service not known", "spelling"),
    ("connection to server at \"a\", port 1 failed: Connection refused", "pg_isready"),
    (
      "connection to server on socket \"/a/.s.PGSQL.5432\" failed: No such file or directory",
      "port"
    ),
    ("connection to server at \"a\", port 5432 failed: timeout expired", "connect_timeout"),
    ("FATAL:  password authentication failed for user \"a\"", ".pgpass"),
    ("fe_sendauth: no password supplied", ".pgpass"),
    ("FATAL:  Peer authentication failed for user \"a\"", "name a host"),
    (
      "FATAL:  no pg_hba.conf entry for host \"a\", user \"b\", database \"c\", no encryption",
      "pg_hba"
    ),
    ("server does not support SSL, but SSL was required", "sslmode=disable"),
    ("SSL error: certificate verify failed", "sslrootcert"),
    ("FATAL:  role \"a\" does not exist", "CREATE ROLE"),
    ("FATAL:  database \"a\" does not exist", "psql -l"),
    ("FATAL:  permission denied for database \"a\"", "GRANT CONNECT"),
    ("FATAL:  sorry, too many clients already", "max_connections"),
    ("FATAL:  the database system is starting up", "in a moment"),
    ("definition of service \"a\" not found", "pg_service.conf"),
    ("invalid integer value \"abc\" for connection option \"port\"", "postgres://user@host"),
  ])
  func reasonsHaveTheirOwnHelp(reason: String, part: String) {
    let help = ConnectionHelp.lines(for: reason)
    #expect(help.contains { $0.contains(part) }, "\(reason): \(help)")
  }

  @Test(.enabled(if: PrivateServer.shared != nil))
  func failuresSayWhatToDo() throws {
    let server = try #require(PrivateServer.shared)
    func errors(_ address: String) throws -> String {
      let result = try BuiltCommand.run(address, "-c", "= 1")
      return result.errors
    }
    #expect(try errors(server.address("nowhere")).contains("`psql -l` lists the databases"))
    let stranger = server.address("shop").replacing("postgres@", with: "stranger@")
    #expect(try errors(stranger).contains("`CREATE ROLE … LOGIN` creates one"))
    #expect(try errors("postgres://127.0.0.1:1/shop").contains("pg_isready"))
    let misspelt = try errors(server.address("shop") + "&schema=adit")
    #expect(
      misspelt.contains(
        "there is no SQL schema `adit` yet; declaring a model creates it; did you mean `audit`?"
      ),
      "\(misspelt)"
    )
    let hostile = try errors(server.address("shop") + "&schema=a%22;%20DROP%20TABLE%20note;--")
    #expect(hostile.contains("there is no SQL schema `a\"; DROP TABLE note;--` yet"), "\(hostile)")
    #expect(try BuiltCommand.run(server.address("shop"), "-c", "count note").output == "4\n")
  }

  @Test(.enabled(if: PrivateServer.shared != nil))
  func unreadableTablesAreNamed() throws {
    let server = try #require(PrivateServer.shared)
    server.execute("DROP DATABASE IF EXISTS private", in: "postgres")
    server.execute("CREATE DATABASE private TEMPLATE template0", in: "postgres")
    let script = """
      DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      CREATE TABLE open (id int PRIMARY KEY); CREATE TABLE secret (id int); GRANT SELECT ON open TO reader;
      CREATE SCHEMA hidden; CREATE TABLE hidden.other (id int);
      """
    #expect(server.execute(script, in: "private") == 0)
    let address = server.address("private").replacing("postgres@", with: "reader@")
    let result = try BuiltCommand.run(address, "-c", "count open")
    #expect(result.output == "0\n")
    #expect(
      result.errors.contains(
        "no permission to read 2 tables: hidden.other, secret; ask their owner"
      ),
      "\(result.errors)"
    )
  }
}
