import Martlet

/// Raises the limits of overspent budgets until there are no more.
func followBudgets(in container: ModelContainer) async throws {
  let context = ModelContext(container)
  context.autosaveEnabled = true
  let over = LiveQuery<Budget>("Budget where spent > limit sort name", in: container)
  for try await budgets in over {
    print(budgets.map(\.name))
    guard let first = budgets.first else { break }
    // Changes by any other context or process have the same effect.
    try context.update("Budget", where: "name == \(first.name)", set: "limit = spent + 1")
  }
}
