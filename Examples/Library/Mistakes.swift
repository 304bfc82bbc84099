import Martlet

/// Prints an error of each kind.
func describeMistakes(_ context: ModelContext) throws {
  // A mistake in a query.
  do {
    _ = try context.fetch("Budget where nme == 'Rent'")
  } catch let error as QueryError {
    print(error)
  }

  // A change that breaks a rule, or a conflict.
  do {
    try context.insert("Budget", ["name": "Rent", "limit": 10])
  } catch let failure as ChangeFailure {
    print(failure)
  }

  // A record that does not exist.
  do {
    try context.delete(RecordID(entity: "Budget", key: .number(99)))
  } catch let error as StoreError {
    print(error)
  }

  // A file that cannot be opened, read or written.
  do {
    _ = try ModelContainer(file: "/no-such-folder/budget.store")
  } catch let error as StoreFileError {
    print(error)
  }
}
