#if SwiftData
  import Model

  /// The objects of a context by the identities of their records. It does not keep them alive.
  struct RegisteredObjects {
    private var tables: [String: ObjectTable] = [:]

    subscript(id: RecordID) -> (any PersistentModel)? {
      get { tables[id.entity]?[id.key] }
      set { table(id.entity)[id.key] = newValue }
    }

    /// The objects of a root model.
    mutating func table(_ entity: String) -> ObjectTable {
      if let table = tables[entity] { return table }
      let table = ObjectTable()
      tables[entity] = table
      return table
    }

    var all: [(id: RecordID, object: any PersistentModel)] {
      tables.flatMap { entity, table in
        table.entries.map { (id: RecordID(entity: entity, key: $0.key), object: $0.object) }
      }
    }

    /// Removes the entries of objects that no longer exist.
    func removeReleased() {
      for table in tables.values { table.removeReleased() }
    }
  }

  /// The objects of one root model by the keys of their records.
  final class ObjectTable {
    private var numbered: [RecordNumber: WeakModel] = [:]
    private var others: [RecordKey: WeakModel] = [:]
    /// With that many entries, those of released objects are removed.
    ///
    /// That is twice as many as were in use the last time, so that a context that never saves does
    /// not grow without limit, and each entry takes constant time.
    private var limit = leastLimit

    private static let leastLimit = 1024

    subscript(key: RecordKey) -> (any PersistentModel)? {
      get {
        if case .number(let number) = key { return numbered[RecordNumber(number)]?.object }
        return others[key]?.object
      }
      set {
        let entry = newValue.map { WeakModel(object: $0) }
        if case .number(let number) = key {
          numbered[RecordNumber(number)] = entry
        } else {
          others[key] = entry
        }
        if newValue != nil, count > limit { removeReleased() }
      }
    }

    /// The number of entries, including those of released objects.
    var count: Int { numbered.count + others.count }

    /// Makes room for the objects of `rowCount` records.
    func reserve(_ rowCount: Int) {
      if count >= limit { removeReleased() }
      // The new objects are in use: no need to look at them while they are added.
      limit = max(limit, count + rowCount)
      numbered.reserveCapacity(rowCount)
    }

    var entries: [(key: RecordKey, object: any PersistentModel)] {
      var entries: [(key: RecordKey, object: any PersistentModel)] = []
      for (number, entry) in numbered {
        if let object = entry.object { entries.append((.number(number.value), object)) }
      }
      for (key, entry) in others {
        if let object = entry.object { entries.append((key, object)) }
      }
      return entries
    }

    /// Removes the entries of objects that no longer exist.
    func removeReleased() {
      numbered = numbered.filter { $0.value.object != nil }
      others = others.filter { $0.value.object != nil }
      limit = max(Self.leastLimit, 2 * count)
    }
  }

  /// The number of a record as a key that is hashed quickly.
  private struct RecordNumber: Hashable {
    let value: Int64

    init(_ value: Int64) {
      self.value = value
    }

    /// Consecutive numbers have consecutive hashes, eight at a time, so that the entries of records
    /// that are fetched together are close in memory.
    func _rawHashValue(seed: Int) -> Int {
      let bits = UInt64(bitPattern: value)
      var block = (bits >> 3 ^ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
      block ^= block >> 32
      return Int(truncatingIfNeeded: block << 3 | bits & 7)
    }
  }

  struct WeakModel {
    weak var object: (any PersistentModel)?
  }
#endif
