import Martlet

/// What a group of expenses shows: the properties are columns of a query.
struct BudgetTotal: Decodable {
  var budget: String
  var count: Int
  var sum: Double
}

/// Fetches by descriptors, by texts, as columns, and batch by batch.
func fetchInManyWays(_ context: ModelContext) throws {
  try context.insert(
    "Budget",
    [
      "name": "Food", "limit": 5,
      "expenses": [["name": "Tea", "amount": 4.5], ["name": "Bread", "amount": 3.25]],
    ]
  )
  try context.save()

  // A descriptor says which records, in which order, how many, and as what.
  var dearest = FetchDescriptor<Expense>(predicate: "amount > 4", sortBy: "amount desc, name")
  dearest.fetchLimit = 2
  for expense in try context.fetch(dearest) { print(expense.name, expense.amount) }
  print(try context.fetchCount(dearest), try context.fetchIdentifiers(dearest))

  // A text is a whole query. What it finds are records, whose values are asked for by name.
  let least = 5.0
  for record in try context.fetch("Budget where spent > \(least) sort name") {
    print(record.id, record["name"].as(String.self) ?? "", record["spent"].as(Double.self) ?? 0)
  }

  // Columns and groups become any type that has properties of their names.
  let totals = try context.fetch(
    """
    Expense group by budget.name
      select budget.name as budget, count() as count, sum(amount) as sum
      sort budget
    """,
    as: BudgetTotal.self
  )
  for total in totals { print(total.budget, total.count, total.sum) }

  // Of many records only a batch is in memory at once.
  var letters = 0
  try context.enumerate(FetchDescriptor<Expense>(), batchSize: 1000) { letters += $0.name.count }
  print(letters)
}
