import Martlet

/// What each kind of error says.
func describeMistakes(_ context: ModelContext) throws {
  // A text or a value that has no meaning in the models.
  do {
    _ = try context.fetch("Budget where nme == 'Rent'")
  } catch let error as QueryError {
    print(error)
  }

  // A change that the models do not allow, or one that is in conflict with another one.
  do {
    try context.insert("Budget", ["name": "Rent", "limit": 10])
  } catch let failure as ChangeFailure {
    print(failure)
  }

  // A record that is not there.
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
