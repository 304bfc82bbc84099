import Martlet

/// Follows the budgets that are overspent until none is left.
func followBudgets(in container: ModelContainer) async throws {
  let context = ModelContext(container)
  context.autosaveEnabled = true
  let over = LiveQuery<Budget>("Budget where spent > limit sort name", in: container)
  for try await budgets in over {
    print(budgets.map(\.name))
    guard let first = budgets.first else { break }
    // Any context, and any other process, might have done this.
    try context.update("Budget", where: "name == \(first.name)", set: "limit = spent + 1")
  }
}
