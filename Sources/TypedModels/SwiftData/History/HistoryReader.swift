#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model
  import Storage

  extension ModelContext {
    /// Fetches what saves have changed, oldest first.
    ///
    /// - Throws: ``SwiftDataError`` if no store has transactions of this type.
    public func fetchHistory<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws -> [Transaction] {
      var found = try container.external.flatMap { try $0?.history(descriptor) ?? [] }
      if Transaction.self == DefaultHistoryTransaction.self {
        found += try history().compactMap { $0 as? Transaction }
      } else if !container.external.contains(where: { $0?.has(Transaction.self) ?? false }) {
        throw SwiftDataError.unknownHistory("\(Transaction.self)")
      }
      if let predicate = descriptor.predicate { found = try found.filter(predicate.evaluate) }
      if !descriptor.sortBy.isEmpty { found.sort(using: descriptor.sortBy) }
      let limit = descriptor.fetchLimit
      return limit == 0 ? found : Array(found.prefix(Int(clamping: limit)))
    }

    /// Deletes transactions of the history.
    public func deleteHistory<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws {
      for store in container.external { try store?.deleteHistory(descriptor) }
      guard Transaction.self == DefaultHistoryTransaction.self else { return }
      let found = Set(
        try fetchHistory(descriptor).compactMap { ($0 as? DefaultHistoryTransaction)?.token }
      )
      for (engine, tokens) in zip(engines, try histories().map { $0.map(\.token) }) {
        for times in tokens.times(of: found) {
          try engine.forgetHistory(
            Timestamp(microseconds: times.lowerBound)...Timestamp(microseconds: times.upperBound)
          )
        }
      }
    }

    private func history() throws -> [DefaultHistoryTransaction] {
      try histories().flatMap { $0 }.sorted { $0.token < $1.token }
    }

    /// The history of each store; none for those of ``DataStore``s, which have their own.
    private func histories() throws -> [[DefaultHistoryTransaction]] {
      try engines.indices.map { place in
        guard container.external[place] == nil else { return [] }
        return try HistoryReader(schema: container.schema, store: container.identifiers[place])
          .transactions(engines[place].history())
      }
    }
  }

  extension [DefaultHistoryToken] {
    /// The times of the selected saves. Those without others between them are one range.
    func times(of selected: Set<DefaultHistoryToken>) -> [ClosedRange<Int64>] {
      // The order of saves need not be that of their times, since clocks can be set back.
      sorted().split { !selected.contains($0) }.compactMap { run in
        guard let first = run.first, let last = run.last else { return nil }
        return first.microseconds...last.microseconds
      }
    }
  }

  /// Turns the history of a store into transactions.
  private struct HistoryReader {
    let schema: Schema
    let store: String

    func transactions(_ events: [HistoryEvent]) -> [DefaultHistoryTransaction] {
      // A save writes an event for each statement, all with the time of the save.
      var saves: [[HistoryEvent]] = []
      for event in events {
        if let last = saves.last?.last, last.time == event.time, last.author == event.author {
          saves[saves.count - 1].append(event)
        } else {
          saves.append([event])
        }
      }
      return saves.compactMap { events in
        guard let first = events.first else { return nil }
        let number = first.time.microseconds
        var changes: [HistoryChange] = []
        for event in events {
          for selection in event.bulkInserts {
            for key in selection.keys.all {
              let record = RecordID(entity: selection.entity, key: key)
              let change = RecordChange(record: record, action: .inserted, values: [], links: [])
              append(change, number, &changes)
            }
          }
          for change in event.records { append(change, number, &changes) }
        }
        return DefaultHistoryTransaction(
          timestamp: first.time.date,
          transactionIdentifier: number,
          token: DefaultHistoryToken(microseconds: number, storeIdentifier: store),
          changes: changes,
          author: first.author,
          storeIdentifier: store
        )
      }
    }

    private func append(
      _ change: RecordChange,
      _ transaction: Int64,
      _ changes: inout [HistoryChange]
    ) {
      let kind = change.values.first { $0.property.description == "@kind" }
      var name = change.record.entity
      if case .string(let submodel)? = kind.map({ $0.new.isNull ? $0.old : $0.new }) {
        name = submodel
      }
      guard let model = schema.model(named: name) ?? schema.model(named: change.record.entity)
      else { return }
      changes.append(
        self.change(change, model, model.type, transaction, Int64(changes.count))
      )
    }

    private func change<Model: PersistentModel>(
      _ change: RecordChange,
      _ model: ModelClass,
      _ type: Model.Type,
      _ transaction: Int64,
      _ number: Int64
    ) -> HistoryChange {
      let id = PersistentIdentifier(entityName: model.name, key: .saved(change.record))
      switch change.action {
      case .inserted:
        return .insert(
          DefaultHistoryInsert<Model>(
            changedPersistentIdentifier: id,
            changeIdentifier: number,
            transactionIdentifier: transaction
          )
        )
      case .updated:
        return .update(
          DefaultHistoryUpdate<Model>(
            changedPersistentIdentifier: id,
            changeIdentifier: number,
            transactionIdentifier: transaction,
            updatedAttributes: change.changedNames.compactMap { name in
              (model.property(named: name)?.keyPath as? PartialKeyPath<Model>)?.sendable
            }
          )
        )
      case .deleted:
        return .delete(
          DefaultHistoryDelete<Model>(
            changedPersistentIdentifier: id,
            changeIdentifier: number,
            transactionIdentifier: transaction,
            tombstone: tombstone(change, model)
          )
        )
      }
    }

    private func tombstone<Model: PersistentModel>(
      _ change: RecordChange,
      _ model: ModelClass
    ) -> HistoryTombstone<Model> {
      let kept = model.storedProperties.filter {
        $0.attribute?.options.contains(.preserveValueOnDeletion) ?? false
      }
      return HistoryTombstone(
        kept.compactMap { property in
          guard let key = property.keyPath as? PartialKeyPath<Model> else { return nil }
          let stored = value(change.values.map { ($0.property.components[...], $0.old) }, property)
          return property.slotValue(stored).map { (key, $0) }
        }
      )
    }

    /// The old value of a property: of a struct, the object of its fields.
    private func value(
      _ values: [(path: ArraySlice<String>, value: Value)],
      _ property: ModelProperty
    ) -> Value {
      func object(_ values: [(path: ArraySlice<String>, value: Value)]) -> Value {
        if let whole = values.first(where: { $0.path.isEmpty }) { return whole.value }
        var names: [String] = []
        for name in values.compactMap(\.path.first) where !names.contains(name) {
          names.append(name)
        }
        return .object(
          names.map { name in
            let parts = values.filter { $0.path.first == name }
            return ObjectField(name, object(parts.map { ($0.path.dropFirst(), $0.value) }))
          }
        )
      }
      let own = values.filter { $0.path.first == property.name }
      return own.isEmpty ? .null : object(own.map { ($0.path.dropFirst(), $0.value) })
    }
  }

  extension RecordChange {
    /// The names of the changed properties, in order.
    fileprivate var changedNames: [String] {
      var names: [String] = []
      for name in values.compactMap(\.property.components.first) + links.map(\.relationship)
      where !names.contains(name) {
        names.append(name)
      }
      return names
    }
  }
#endif
