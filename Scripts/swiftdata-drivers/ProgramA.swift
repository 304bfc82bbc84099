import SwiftData

extension ModelContainer {
  /// What the data access of the program uses if it is given no container.
  static func `default`() -> ModelContainer {
    do {
      return try ModelContainer(
        for: Budget.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
