import PostgreSQLFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// `.distribute` calls the functions of an engine. Here, functions of the same names note their
/// calls; everything else works as on a single server.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct DistributionTests {
  private static let script = """
    CREATE SCHEMA engine; CREATE TABLE engine.calls (number serial PRIMARY KEY, call text);
    CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql AS
      $$ INSERT INTO engine.calls (call) VALUES (table_name::text || ' everywhere') $$;
    CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text,
      distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default')
      RETURNS void LANGUAGE sql AS $$ INSERT INTO engine.calls (call)
      VALUES (table_name::text || ' by ' || distribution_column || ' with ' || colocate_with) $$;
    """
  private static let tables = """
    CREATE TABLE category (id int PRIMARY KEY, name text UNIQUE);
    CREATE TABLE budget (id int PRIMARY KEY, name text, category int REFERENCES category);
    CREATE TABLE expense (id int, budget int REFERENCES budget, amount numeric, PRIMARY KEY (budget, id));
    CREATE TABLE label (id int PRIMARY KEY, name text);
    CREATE TABLE budget_label (budget int REFERENCES budget, label int REFERENCES label, PRIMARY KEY (budget, label));
    CREATE TABLE note (id int PRIMARY KEY, budget int REFERENCES budget, UNIQUE (budget, id));
    CREATE TABLE tag (name text); CREATE UNIQUE INDEX "tag name" ON tag (name);
    CREATE TABLE employee (id int PRIMARY KEY, department int);
    CREATE TABLE department (id int PRIMARY KEY, manager int REFERENCES employee);
    ALTER TABLE employee ADD FOREIGN KEY (department) REFERENCES department;
    CREATE TABLE seat (row int, place int, isFree bool, nr int PRIMARY KEY);
    CREATE TABLE ticket (row int, place int); CREATE UNIQUE INDEX cheap ON ticket (place) WHERE place > 9;
    CREATE TABLE guest (name text); CREATE UNIQUE INDEX lower_name ON guest (lower(name));
    CREATE TABLE coat (owner text, hook int); CREATE UNIQUE INDEX hooks ON coat (hook) INCLUDE (owner);
    CREATE SCHEMA depot; CREATE TABLE depot.box (size int, room int);
    CREATE UNIQUE INDEX box_size ON depot.box (size);
    CREATE TABLE depot.item (id int PRIMARY KEY, category int REFERENCES category);
    CREATE VIEW rich AS SELECT * FROM budget;
    INSERT INTO category VALUES (1, 'home'), (2, 'away');
    INSERT INTO budget SELECT i, 'Budget ' || i, i % 2 + 1 FROM generate_series(1, 9) i;
    INSERT INTO expense SELECT i, i % 9 + 1, i / 4.0 FROM generate_series(1, 90) i;
    """
  private static let everything =
    ".distribute category everywhere, label everywhere, expense by budget, note by budget"

  /// A separate database on a server that can distribute tables.
  private func address(_ name: String, _ script: String = Self.script) throws -> String {
    let server = try #require(PrivateServer.shared)
    server.execute("DROP DATABASE IF EXISTS \(name)", in: "postgres")
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
    #expect(server.execute(script, in: name) == 0)
    return server.address(name)
  }

  private func run(
    _ address: String,
    _ statements: String...
  ) throws -> (output: String, errors: String) {
    let result = try BuiltCommand.run(
      [address, "-m", "csv"] + statements.flatMap { ["-c", $0] }
    )
    return (result.output, result.errors)
  }

  private func calls(_ address: String) throws -> String {
    try run(address, "fetch engine_calls select call").output.replacing("\"", with: "")
  }

  @Test func relatedTablesAreDistributedTogether() throws {
    let keys = "ALTER TABLE note DROP CONSTRAINT note_pkey; DROP TABLE depot.item;"
    let address = try address("distributed", Self.script + Self.tables + keys)
    let result = try run(address, Self.everything)
    #expect(
      result.output == """
        category: on every server
        label: on every server
        budget: by id
        expense: by budget, on the server of its budget
        note: by budget, on the server of its budget

        """,
      "\(result.errors)"
    )
    #expect(
      try calls(address) == """
        call
        category everywhere
        label everywhere
        budget by id with default
        expense by budget with public.budget
        note by budget with public.budget
        budget_label by budget with public.budget

        """
    )
  }

  /// Each row: the command, and what its error says.
  static let refusals: [(command: String, parts: [String])] = [
    (
      ".distribute expense by budget",
      [
        "budget references category, and category would stay on one server",
        "`.distribute …, category everywhere`",
      ]
    ),
    (
      ".distribute category everywhere, depot_item everywhere, label everywhere, expense by budget",
      ["note references budget, and note would stay on one server"]
    ),
    (
      everything,
      [
        "the primary key (id) of note does not contain budget",
        "`ALTER TABLE \"public\".\"note\" DROP CONSTRAINT \"note_pkey\","
          + " ADD PRIMARY KEY (\"budget\", \"id\")` adds it",
      ]
    ),
    (
      ".distribute employee by department, department by manager",
      ["employee and department reference each other"]
    ),
    (
      ".distribute employee by id, department by id",
      [
        "department references employee, and the records can be on different servers",
        "distribute department by manager", "distribute employee everywhere",
        "or drop the foreign key department_manager_fkey",
      ]
    ),
    (
      ".distribute employee everywhere, department everywhere",
      ["employee and department reference each other", "drop one of their foreign keys"]
    ),
    (
      ".distribute budget by name, expense by budget",
      ["expense.budget references id of budget, but budget is distributed by name"]
    ),
    (
      ".distribute ticket by row",
      [
        "the unique index cheap of ticket does not contain row",
        "its definition is `CREATE UNIQUE INDEX cheap ON public.ticket USING btree (place) WHERE (place > 9)`",
      ]
    ),
    (
      ".distribute guest by name",
      ["the unique index lower_name of guest does not contain name", "lower(name)"]
    ),
    (
      ".distribute coat by owner",
      ["the unique index hooks of coat does not contain owner", "(hook) INCLUDE (owner)"]
    ),
    (
      ".distribute depot_box by room",
      [
        "`DROP INDEX depot.box_size; CREATE UNIQUE INDEX \"box_size\" ON \"depot\".\"box\""
          + " (\"room\", \"size\")` adds it"
      ]
    ),
    (
      ".distribute category everywhere",
      ["`.distribute …, budget everywhere`"]
    ),
    (
      ".distribute category everywhere, budget by id, label everywhere, expense by budget",
      ["depot_item references category", "`.distribute …, depot_item everywhere`"]
    ),
    (".distribute category by name", ["the primary key (id) of category does not contain name"]),
    (
      ".distribute category by id",
      ["the unique key (name) of category does not contain id", "ADD UNIQUE (\"id\", \"name\")"]
    ),
    (".distribute rich everywhere", ["rich is not a table but a view"]),
    (".distribute expense by bugdet", ["did you mean `budget`?"]),
    (".distribute expnse everywhere", ["did you mean `expense`?"]),
    (".distribute expense", ["usage: .distribute"]),
    (".distribute expense to budget", ["usage: .distribute"]),
  ]

  @Test func obstaclesAreExplained() throws {
    let address = try address("undistributed", Self.script + Self.tables)
    for (command, parts) in Self.refusals {
      let result = try run(address, command)
      for part in parts {
        #expect(result.errors.contains(part), "\(command): \(result.errors)")
      }
    }
    let pending = try run(address, "begin", "update all budget set name = 'b'", Self.everything)
    #expect(pending.errors.contains("the store has pending changes"), "\(pending.errors)")
    #expect(try calls(address) == "call\n")
  }

  @Test func onlyOwnersDistribute() throws {
    let rights = """
      DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest;
      """
    let address = try address("lent", Self.script + Self.tables + rights)
    let asGuest = address.replacing("postgres@", with: "guest@")
    let result = try run(asGuest, ".distribute label everywhere")
    #expect(
      result.errors.contains("only its owner, postgres, can distribute label"),
      "\(result.errors)"
    )
  }

  /// The key of a table need not have the name `id`.
  @Test func identitiesHaveOtherNames() throws {
    let address = try address("otherwise_named", Self.script + Self.tables)
    let result = try run(address, ".distribute seat by id")
    #expect(result.output == "seat: by nr\n", "\(result.errors)")
  }

  /// Functions are called with the rights of the user, so those of others do not count.
  @Test(arguments: [
    "ALTER FUNCTION create_reference_table OWNER TO guest",
    "CREATE FUNCTION create_reference_table(regclass, text) RETURNS void LANGUAGE sql AS '';"
      + "ALTER FUNCTION create_reference_table(regclass, text) OWNER TO guest",
  ])
  func functionsOfOthersAreNotCalled(change: String) throws {
    let role =
      "DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"
    let address = try address("hijacked", Self.script + Self.tables + role + change)
    let result = try run(address, ".distribute label everywhere")
    #expect(
      result.errors.contains("this server has no function create_reference_table"),
      "\(result.errors)"
    )
    #expect(try calls(address) == "call\n")
  }

  @Test func readOnlySessionsDoNotDistribute() throws {
    let address = try address("preserved", Self.script + Self.tables)
    for arguments in [
      ["--read-only", address], [address + "&options=-cdefault_transaction_read_only%3Don"],
    ] {
      let result = try BuiltCommand.run(arguments + ["-c", ".distribute label everywhere"])
      #expect(result.status != 0 && result.errors.contains("it is read-only"), "\(result.errors)")
    }
    #expect(try calls(address) == "call\n")
  }

  @Test func otherServersHaveNoSuchFunction() throws {
    let server = try #require(PrivateServer.shared)
    let result = try run(server.address("shop"), ".distribute country everywhere")
    #expect(
      result.errors.contains("this server has no function create_distributed_table"),
      "\(result.errors)"
    )
    let memory = try BuiltCommand.run("-c", "model A { b: Int }", "-c", ".distribute A by b")
    #expect(memory.errors.contains("only a database server can distribute records"))
  }

  /// Native stores keep identities unique, so only they or nothing can be the distribution column.
  @Test func nativeStoresAreDistributedByIdentity() throws {
    let address = try address("distributed_native") + "&schema=app"
    _ = try run(address, "model Budget { name: String unique }")
    _ = try run(address, "model Expense { amount: Double, budget: Budget? }")
    let refused = try run(address, ".distribute Budget everywhere, Expense by budget")
    #expect(
      refused.errors.contains("the primary key (id) of Expense does not contain budget"),
      "\(refused.errors)"
    )
    #expect(refused.errors.contains("`.distribute Expense by id` is possible"))
    let done = try run(address, ".distribute Budget everywhere, Expense by id")
    #expect(done.output == "Budget: on every server\nExpense: by id\n", "\(done.errors)")
    let change = try run(
      address,
      "insert Budget { name: 'a' }",
      "insert Expense { amount: 2, budget: Budget#1 }",
      "update all Expense set amount = 3",
      "fetch Expense where budget.name == 'a' select amount"
    )
    #expect(change.output.hasSuffix("amount\n3.0\n"), "\(change)")
  }

  /// Statements ask such a server before it does joins and subqueries.
  @Test(arguments: [
    "fetch expense where budget.category.name == 'home' select id, amount",
    "fetch category where any(budgets where any(expenses where amount > 20)) select name",
    "fetch expense group by budget.name select budget.name, count(), sum(amount)",
    "fetch budget where count(expenses) > 3 sort name using lexical limit 3 select name",
    "update all budget set name = 'b'; fetch budget select id, name",
    "delete budget where id == 3 and count(expenses) > 100; count budget",
  ])
  func statementsWork(statement: String) throws {
    let address = try address("distributing", Self.script + Self.tables)
    let parts = statement.split(separator: "; ").map(String.init)
    let arguments = parts.flatMap { ["-c", $0] }
    let own = try BuiltCommand.run([address, "-m", "csv"] + arguments)
    #expect(own.status == 0, "\(own.errors)")
    let plain = try self.address("undistributing", Self.tables)
    let expected = try BuiltCommand.run([plain, "-m", "csv"] + arguments)
    #expect(own.output == expected.output)
  }
}
