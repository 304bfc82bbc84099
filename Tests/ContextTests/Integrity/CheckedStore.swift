import Features
import MemoryStore
import Model
import Session
import Storage

/// A store with a few records of everything that `.check` examines, to be damaged.
struct CheckedStore {
  let store = InMemoryStore()

  init() throws {
    let session = QuerySession(store: store)
    for text in Self.declarations + Self.records { try session.perform(text) }
  }

  /// What `.check` says of the records, damaged as `plant` says.
  func lines(_ model: String? = nil, _ plant: (inout Damage) -> Void) throws -> [String] {
    var damage = Damage()
    plant(&damage)
    let verdict = try QuerySession(store: DamagedStore(store, damage)).check(model)
    return verdict.lines + [verdict.summary]
  }

  /// What `.check` says after changes that no context would make.
  func lines(_ model: String? = nil, changes: ChangeSet) throws -> [String] {
    try store.apply(changes)
    return try lines(model) { _ in }
  }

  private static let declarations = [
    "enum Category { food, travel }",
    "struct Place { room: String, window: Bool? }",
    """
    model Budget {
      name: String unique
      limit: Double
      owner: String?
      rank: Int?
      category: Category = .food
      tags: [Category] = []
      place: Place?
      expenses: [Expense](0...3) cascade inverse budget ordered
      leader: Person? inverse leads
      spent = sum(expenses.amount)
      unique (owner, rank)
      check limit > 0 else "limit must be greater than zero"
      check spent <= limit
    }
    """,
    """
    model Expense {
      name: String
      amount: Double
      budget: Budget? inverse expenses
      payer: Person inverse paid
      check amount <= budget.limit
      check payer.age > 17 else "children do not pay"
    }
    """,
    """
    model Person {
      name: String
      age: Int
      paid: [Expense] deny inverse payer
      leads: Budget? inverse leader
      friends: [Person] inverse friends
      songs: [Song] inverse fans ordered
      notes: [Note] no action inverse writer
    }
    """,
    "model Song { title: String, fans: [Person] inverse songs }",
    "model Note { text: String, writer: Person? inverse notes }",
    "model Vehicle { code: Int unique, year: Int?, check code > 0 }",
    """
    model Car: Vehicle {
      doors: Int
      plate: String? unique
      trailer: Truck? inverse tower
      check doors * year > 0
    }
    """,
    "model Truck: Vehicle { load: Int?, tower: Car? inverse trailer }",
  ]

  private static let records = [
    #"insert Person [{ name: "Ann", age: 40 }, { name: "Bo", age: 30 }, { name: "Cy", age: 20 }]"#,
    """
    insert Budget [
      { name: "Trip", limit: 100, owner: "Ann", rank: 1, tags: [.food, .travel],
        expenses: [
          { name: "Train", amount: 10, payer: (Person where name == "Ann") },
          { name: "Hotel", amount: 20, payer: (Person where name == "Bo") }
        ] },
      { name: "Car", limit: 50, owner: "Ann", rank: 2, place: { room: "hall" } },
      { name: "Rent", limit: 70 }
    ]
    """,
    #"update Budget where name == "Trip" set leader = (Person where name == "Ann")"#,
    #"update Person where name == "Ann" set friends += (Person where name == "Bo")"#,
    #"update Person where name == "Cy" set songs += (Song where title == "none")"#,
    #"insert Song [{ title: "One" }, { title: "Two" }]"#,
    #"update Person where name == "Ann" set songs = (Song where title != "")"#,
    #"insert Note { text: "hello", writer: (Person where name == "Cy") }"#,
    #"insert Car [{ code: 1, year: 2020, doors: 4, plate: "A" }, { code: 2, year: 2021, doors: 2, plate: "B" }]"#,
    "insert Truck { code: 3, load: 9, tower: (Car where code == 1) }",
  ]
}
