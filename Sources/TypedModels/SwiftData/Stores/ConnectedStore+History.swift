#if SwiftData
  /// The history of a store that has one.
  extension ConnectedStore {
    func has<Transaction: HistoryTransaction>(_ type: Transaction.Type) -> Bool {
      func has<Provider: HistoryProviding>(_: Provider) -> Bool {
        Provider.HistoryType.self == type
      }
      return (store as? any HistoryProviding).map { has($0) } ?? false
    }

    func history<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws -> [Transaction] {
      func read<Provider: HistoryProviding>(_ provider: Provider) throws -> [Transaction] {
        guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
          return []
        }
        return try provider.fetchHistory(descriptor) as? [Transaction] ?? []
      }
      return try inTurn {
        try (store as? any HistoryProviding).map { try read($0) } ?? []
      }
    }

    func deleteHistory<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws {
      func delete<Provider: HistoryProviding>(_ provider: Provider) throws {
        guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else {
          return
        }
        try provider.deleteHistory(descriptor)
      }
      try inTurn { try (store as? any HistoryProviding).map { try delete($0) } }
    }
  }
#endif
