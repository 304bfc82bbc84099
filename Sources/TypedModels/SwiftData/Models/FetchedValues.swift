#if SwiftData
  import Martlet
  import Model

  /// The values of fetched objects, which are decoded on first use.
  final class FetchedValues {
    let model: ModelClass
    private let rows: ReadRows
    /// The column of each property, or -1.
    private let columns: [Int]
    /// Whether there is a column for each property that a row can have.
    let isComplete: Bool

    init(_ rows: ReadRows, _ model: ModelClass, _ properties: [ModelProperty]) {
      self.rows = rows
      self.model = model
      var columns = [Int](repeating: -1, count: model.properties.count)
      for (place, property) in properties.enumerated() { columns[property.slot] = place + 1 }
      self.columns = columns
      isComplete = properties.count == model.storedProperties.count(where: { !$0.isToMany })
    }

    func hasColumn(_ slot: Int) -> Bool { slot < columns.count && columns[slot] >= 0 }

    /// The value of a property whose type columns have, or nil if it has none or another type.
    func plainValue<Value>(_ slot: Int, _ row: Int) -> Value? {
      hasColumn(slot) ? rows.plainValue(row, columns[slot]) : nil
    }

    /// The value of a property, or nil if the row does not have it.
    func slotValue(_ slot: Int, _ row: Int, _ hasReferences: Bool) -> Any? {
      guard hasColumn(slot) else { return nil }
      let property = model.properties[slot]
      guard hasReferences || !property.isRelationship else { return nil }
      return property.slotValue(rows.value(row, columns[slot]))
    }
  }

  extension ModelProperty {
    /// A value of the store as the value of a slot: the identity of a related record is not
    /// resolved yet.
    func slotValue(_ value: Value) -> Any? {
      if case .attribute(let coding) = kind {
        guard value.isNull else { return coding.restored(value) }
        return none ?? (coding.composite == nil ? nil : coding.restored(.null))
      }
      if case .record(let id) = value { return id }
      return none
    }
  }
#endif
