import Features
import Foundation
import Model
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Changes of tables that other programs made.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct ServerWritingTests {
  private let server: PrivateServer
  private let address: String

  init() throws {
    server = try #require(PrivateServer.shared)
    address = try server.addressOfNewShop()
  }

  /// What the last statement writes to standard output; the error of the last one if it fails.
  private func answer(_ statements: String..., options: [String] = []) throws -> String {
    let result = try BuiltCommand.run(
      [address, "-m", "csv"] + options + statements.flatMap { ["-c", $0] }
    )
    return result.status == 0 ? result.output : result.errors
  }

  @Test func recordsAreInsertedChangedAndDeleted() throws {
    let inserted = try answer(
      "insert customer { name: 'Zed', mail: 'z@x.org', balance: 12.34, since: date(2024, 5, 6),"
        + " tags: ['x', 'y\"z'], photo: 'AAH/', country: (country where code == 'JP') }",
      "fetch customer where name == 'Zed' select id, mail, balance, since, tags, photo, active,"
        + " country.name as country"
    )
    #expect(
      inserted.hasSuffix(
        """
        id,mail,balance,since,tags,photo,active,country
        41,z@x.org,12.34,2024-05-06,"[""x"",""y\\""z""]",AAH/,true,Japan

        """
      ),
      "\(inserted)"
    )
    let updated = try answer(
      "update customer where id <= 3 set balance = balance + 1, rating = 2.5",
      "fetch customer where id <= 3 select id, balance, rating"
    )
    #expect(updated.hasSuffix("id,balance,rating\n1,2.25,2.5\n2,3.5,2.5\n3,4.75,2.5\n"))
    let deleted = try answer("delete customer where id == 7", "count orders", "count order_line")
    #expect(deleted == "count\n292\ncount\n584\n")
  }

  /// Nothing is cut to the length of a column.
  @Test func longStringsAreRefused() throws {
    let long = String(repeating: "x", count: 81)
    let key = "20000000-0000-4000-8000-000000000008"
    let inserted = try answer("insert product { sku: '\(key)', title: '\(long)' }")
    #expect(inserted.contains("value too long") && inserted.contains("22001"), "\(inserted)")
    let updated = try answer("update product where title != nil set title = '\(long)'")
    #expect(updated.contains("value too long"), "\(updated)")
    #expect(try answer("count product where length(title) == 80") == "count\n0\n")
  }

  /// Databases do not show native stores in other SQL schemas as tables of other programs.
  @Test func nativeStoresAreHiddenElsewhere() throws {
    #expect(server.execute("CREATE DATABASE twostores", in: "postgres") == 0)
    let native = server.address("twostores")
    let made = try BuiltCommand.run(native, "-c", "model Secret { n: Int }")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      server.execute("CREATE SCHEMA other; CREATE TABLE other.seen (n int)", in: "twostores") == 0
    )
    let models = try BuiltCommand.run(native + "&schema=other", "-m", "csv", "-c", ".models")
    #expect(models.output.contains("seen") && !models.output.lowercased().contains("secret"))
    #expect(!models.output.contains("martlet_"), "\(models)")
  }

  @Test func keysOfEveryKindAreWritten() throws {
    let added = try answer(
      "insert product { sku: '20000000-0000-4000-8000-000000000007', title: 'New' }",
      "insert order_line { order: orders#1, line: 7, sku: (product where title == 'New'),"
        + " quantity: 4 }",
      "update order_line where line == 7 set quantity = 5",
      "fetch order_line where line == 7 select order.id as o, sku.title as t, quantity"
    )
    #expect(added.hasSuffix("o,t,quantity\n1,New,5\n"), "\(added)")
    #expect(try answer("insert product { title: 'No key' }").contains("needs a value for `sku`"))
    #expect(try answer("insert audit_events { what: 'x' }").contains("id must have a value"))
    let linked = try answer(
      "insert label { name: 'fresh' }",
      "update orders where id == 1 set labels += (label where name == 'fresh')",
      "fetch label where any(orders where id == 1) select name"
    )
    #expect(linked.hasSuffix("name\ngift\nfresh\n") || linked.hasSuffix("name\nrush\nfresh\n"))
  }

  @Test func defaultsOfTheServerApply() throws {
    let connection = try PrivateServer.open(address).connections.take()
    try connection.run(
      script: """
        CREATE TABLE entry (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL,
          token uuid NOT NULL DEFAULT gen_random_uuid(), created timestamptz NOT NULL DEFAULT now(),
          size int GENERATED ALWAYS AS (length(text)) STORED)
        """
    )
    let added = try answer(
      "insert entry [{ text: 'one' }, { text: 'three' }]",
      "fetch entry where token != nil and created != nil select id, text, size"
    )
    #expect(added.hasSuffix("id,text,size\n1,one,3\n2,three,5\n"), "\(added)")
    #expect(try answer("update all entry set size = 1").contains("size"))
  }

  @Test func violationsNameWhatFailed() throws {
    let taken = try answer("insert customer { name: 'A', mail: 'c7@x.org' }")
    #expect(taken.contains("customer.mail is unique, and \"c7@x.org\" is taken by customer#7"))
    let domain = try answer("insert customer { name: 'A', mail: 'nomail' }")
    #expect(domain.contains("violates check constraint \"email_check\" [23514]"), "\(domain)")
    #expect(try answer("insert big_spender { name: 'x' }").contains("are read-only"))
    #expect(try answer("update all note set stars = 3").contains("are read-only"))
    let refused = try answer("insert label { name: 'q' }", options: ["--read-only"])
    #expect(refused.contains("it is read-only"))
    #expect(try answer("model X { a: Int }").contains("another program created its tables"))
  }

  @Test func conflictsBetweenWritersAreReported() throws {
    let first = QuerySession(store: try PrivateServer.open(address))
    let second = QuerySession(store: try PrivateServer.open(address))
    _ = try first.told("begin")
    _ = try first.told("update customer where id == 1 set name = 'First'")
    _ = try second.told("update customer where id == 1 set name = 'Second'")
    let error = #expect(throws: SessionError.self) { try first.told("save") }
    #expect("\(String(describing: error))".contains("Second"))
    _ = try first.told("rollback")
    // Statements that save at once are computed again.
    _ = try first.told("update customer where id == 1 set name = name + '!'")
    #expect(try second.rows("fetch customer where id == 1 select name") == "Second!")
  }

  @Test func serializationFailuresAreRetried() throws {
    let setUp = """
      CREATE SEQUENCE attempts;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON label FOR EACH ROW EXECUTE FUNCTION refuse();
      """
    let store = try PrivateServer.open(address)
    let connection = try store.connections.take()
    try connection.run(script: setUp)
    _ = try QuerySession(store: store).told("insert label { name: 'late' }")
    #expect(try connection.run(script: "SELECT last_value FROM attempts").last?.number(0, 0) == 3)
  }

  @Test func statementsAreCancelledOnTheServer() throws {
    let flag = CancellationFlag()
    let connection = try ServerConnection(
      try #require(ServerAddress(address)),
      cancellation: flag
    )
    Thread.detachNewThread {
      usleep(200_000)
      flag.cancel()
    }
    let start = ContinuousClock.now
    let failure = #expect(throws: ServerFailure.self) {
      try connection.run(script: "SELECT pg_sleep(20)")
    }
    #expect(failure?.code == "57014")
    #expect(ContinuousClock.now - start < .seconds(5))
  }
}

/// What native stores on a server do beyond the contract of stores.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct NativeStoreTests {
  @Test func otherProcessesAreNotified() throws {
    let server = try #require(PrivateServer.shared)
    let address = server.addressOfNewStore()
    let store = try PrivateServer.open(address)
    let made = try BuiltCommand.run(address, "-c", "model Budget { name: String }")
    #expect(made.status == 0, "\(made.errors)")
    #expect(eventually { store.schema.entity("Budget") != nil })
    let before = try store.changeMarks()
    #expect(try store.changeMarks() == before)
    let added = try BuiltCommand.run(address, "-c", "insert Budget { name: 'a' }")
    #expect(added.status == 0, "\(added.errors)")
    #expect(eventually { (try? store.changeMarks().differ(from: before, in: ["Budget"])) == true })
  }

  @Test func writersTakeTurns() throws {
    let server = try #require(PrivateServer.shared)
    let address = server.addressOfNewStore()
    let made = try BuiltCommand.run(
      address,
      "-c",
      "model Counter { value: Int }\ninsert Counter value: 0"
    )
    #expect(made.status == 0, "\(made.errors)")
    let group = DispatchGroup()
    for _ in 0..<3 {
      DispatchQueue.global().async(group: group) {
        guard let store = try? PrivateServer.open(address) else { return }
        let session = QuerySession(store: store)
        for _ in 0..<10 { _ = try? session.told("update all Counter set value = value + 1") }
      }
    }
    group.wait()
    let session = QuerySession(store: try PrivateServer.open(address))
    #expect(try session.rows("fetch Counter select value") == "30")
  }
}
