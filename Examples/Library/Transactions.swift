import Martlet

/// Moves a part of one budget's limit to another budget, or changes neither.
func move(_ amount: Double, from source: String, to target: String, in context: ModelContext) throws
{
  try context.transaction {
    try context.update("Budget", where: "name == \(target)", set: "limit += \(amount)")
    try context.update("Budget", where: "name == \(source)", set: "limit -= \(amount)")
  }
}

/// Moves an amount that fits, and one that is too large.
func moveLimits(_ context: ModelContext) throws {
  try move(100, from: "Rent", to: "Trip", in: context)
  do {
    try move(10_000, from: "Rent", to: "Trip", in: context)
  } catch {
    print(error)
  }
  for budget in try context.fetch(FetchDescriptor<Budget>(sortBy: "name")) {
    print(budget.name, budget.limit)
  }
}
