import Martlet

struct Budget: Codable, Identifiable {
  var id: RecordID?
  var name: String
  var limit: Double
  var expenses: [Expense]
  var spent: Double?
}

struct Expense: Codable, Identifiable {
  var id: RecordID?
  var name: String
  var amount: Double
}

let container = try ModelContainer(
  models: """
    model Budget {
      name: String unique
      limit: Double
      expenses: [Expense] cascade inverse budget
      spent = sum(expenses.amount)
      check limit > 0 else "limit must be greater than zero"
    }
    model Expense { name: String, amount: Double, budget: Budget? }
    """
)
let context = ModelContext(container)

// Structs and dictionaries become records. You can fetch them before they are saved.
let flight = Expense(name: "Flight", amount: 641)
try context.insert(Budget(name: "Trip", limit: 500, expenses: [flight]))
try context.insert("Budget", ["name": "Rent", "limit": 1200])
let wanted = 0.8
let spent = FetchDescriptor<Budget>(predicate: "spent > limit * \(wanted)", sortBy: "name")
for budget in try context.fetch(spent) {
  print("\(budget.name): \(budget.spent ?? 0) of \(budget.limit)")
}
try context.save()

try fetchInManyWays(context)
try keepRichValues()

// Read a struct, change it, and write it back.
let name = "Trip"
var trip = try context.fetch("Budget where name == \(name)", as: Budget.self)[0]
trip.limit = 1500
trip.expenses.append(Expense(name: "Hotel", amount: 826))
try context.insert(trip)
for expense in try context.fetch("Expense where budget.name == \(name) sort amount desc") {
  print(expense["name"].as(String.self) ?? "", expense["amount"].as(Double.self) ?? 0)
}

// A change that breaks a rule changes nothing.
do {
  try context.update("Budget", set: "limit -= 1200")
} catch {
  print(error)
}
try describeMistakes(context)

// Undo one change, or roll back all pending changes.
try context.delete(model: Budget.self, where: "name == 'Rent'")
try context.undo()
try context.rollback()
trip = try context.fetch("Budget where name == 'Trip'", as: Budget.self)[0]
print(try context.fetchCount("Budget"), trip.limit)

try moveLimits(context)

// Tasks share the container. Each creates its own context.
try await withThrowingTaskGroup(of: Void.self) { group in
  for _ in 1...10 {
    group.addTask {
      let context = ModelContext(container)
      try context.transaction {
        var trip = try context.fetch("Budget where name == 'Trip'", as: Budget.self)[0]
        trip.limit += 10
        try context.insert(trip)
      }
    }
  }
  try await group.waitForAll()
}
trip = try context.fetch("Budget where name == 'Trip'", as: Budget.self)[0]
print(trip.limit)

// A conflict is reported with both values.
let other = ModelContext(container)
try other.update("Budget", where: "name == 'Rent'", set: ["limit": 1300])
try context.update("Budget", where: "name == 'Rent'", set: ["limit": 1250])
try other.save()
do {
  try context.save()
} catch let failure as ChangeFailure where failure.isConflict {
  print(failure)
  try context.rollback()
}

try await followBudgets(in: container)
if let path = CommandLine.arguments.dropFirst().first { try keepNotes(inFile: path) }
