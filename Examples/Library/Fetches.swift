import Martlet

/// A row of a query. The properties have the names of its columns.
struct BudgetTotal: Decodable {
  var budget: String
  var count: Int
  var sum: Double
}

/// Fetches with descriptors, with query texts, as columns, and in batches.
func fetchInManyWays(_ context: ModelContext) throws {
  try context.insert(
    "Budget",
    [
      "name": "Food", "limit": 5,
      "expenses": [["name": "Tea", "amount": 4.5], ["name": "Bread", "amount": 3.25]],
    ]
  )
  try context.save()

  // A descriptor has a condition, a sort order, a limit and a type.
  var expensive = FetchDescriptor<Expense>(predicate: "amount > 4", sortBy: "amount desc, name")
  expensive.fetchLimit = 2
  for expense in try context.fetch(expensive) { print(expense.name, expense.amount) }
  print(try context.fetchCount(expensive), try context.fetchIdentifiers(expensive))

  // A whole query as a string. The results are records with values by name.
  let minimum = 5.0
  for record in try context.fetch("Budget where spent > \(minimum) sort name") {
    print(record.id, record["name"].as(String.self) ?? "", record["spent"].as(Double.self) ?? 0)
  }

  // Rows of columns are decoded as a type with properties of the same names.
  let totals = try context.fetch(
    """
    Expense group by budget.name
      select budget.name as budget, count() as count, sum(amount) as sum
      sort budget
    """,
    as: BudgetTotal.self
  )
  for total in totals { print(total.budget, total.count, total.sum) }

  // Large results can be read in batches.
  var letters = 0
  try context.enumerate(FetchDescriptor<Expense>(), batchSize: 1000) { letters += $0.name.count }
  print(letters)
}
