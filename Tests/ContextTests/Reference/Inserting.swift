import Model

/// The records of an insert or upsert in order, including nested ones.
struct FlatRecords {
  struct Flat {
    let kind: String
    let text: RecordText
    let isNested: Bool
    /// The relationship that is set from the record around it.
    let reachedBy: String?
    var nested: [String: [Int]] = [:]
  }

  private(set) var all: [Flat] = []
  private let world: World

  init(_ records: [RecordText], _ kind: String, in world: World) {
    self.world = world
    for record in records { _ = add(record, kind, reachedBy: nil) }
  }

  init(behind end: End, _ records: [RecordText], in world: World) {
    self.world = world
    let plan = world.plan(end)
    for record in records { _ = add(record, plan.destination, reachedBy: plan.inverse) }
  }

  private mutating func add(_ record: RecordText, _ kind: String, reachedBy: String?) -> Int {
    let number = all.count
    all.append(
      Flat(kind: kind, text: record, isNested: reachedBy != nil, reachedBy: reachedBy)
    )
    for (name, value) in record.fields {
      guard case .records(let records) = value, let end = world.end(name, of: kind) else {
        continue
      }
      let plan = world.plan(end)
      all[number].nested[name] = records.map {
        add($0, plan.destination, reachedBy: plan.inverse)
      }
    }
    return number
  }

  /// For each record, the required values that are given as nil, and those that are not given.
  func missing(_ flat: Flat) -> (nils: Int, unsaid: Int) {
    var (nils, unsaid) = (0, 0)
    for attribute in world.attributes(of: flat.kind) where !attribute.isOptional {
      switch flat.text.value(attribute.name) {
      case .value(.null)?: nils += 1
      case nil where attribute.defaultValue == nil: unsaid += 1
      default: break
      }
    }
    for (_, plan) in world.links(of: flat.kind) where !plan.isToMany && !plan.isOptional {
      switch flat.text.value(plan.name) {
      case .links(let links)? where links.isEmpty: nils += 1
      case nil where plan.name != flat.reachedBy: unsaid += 1
      default: break
      }
    }
    return (nils, unsaid)
  }
}

extension StatementDraft {
  mutating func insert(_ records: FlatRecords) throws(Refused) {
    try requireValues(records, isUpsert: false)
    try link(records, add(records), isUpsert: false)
  }

  /// Statements that give nil, or nothing, where a value is needed are refused before they begin.
  func requireValues(_ records: FlatRecords, isUpsert: Bool) throws(Refused) {
    let missing = records.all.map(records.missing)
    let nils = missing.reduce(0) { $0 + $1.nils }
    let unsaid = isUpsert ? 0 : missing.filter { $0.unsaid > 0 }.count
    if nils + unsaid > 0 { throw Refused(Array(repeating: .missing, count: nils + unsaid)) }
  }

  /// New records with their values, without links.
  mutating func add(_ records: FlatRecords) -> [RecordID] {
    records.all.map { flat in
      let id = insert(flat.kind)
      fill(id, flat)
      return id
    }
  }

  mutating func fill(_ id: RecordID, _ flat: FlatRecords.Flat) {
    for attribute in world.attributes(of: flat.kind) {
      if case .value(let value)? = flat.text.value(attribute.name) {
        set(id, attribute.name, value)
      } else {
        set(id, attribute.name, attribute.defaultValue ?? .null)
      }
    }
  }

  /// Links records as they say, in the order of the model.
  mutating func link(
    _ records: FlatRecords,
    _ ids: [RecordID],
    isUpsert: Bool
  ) throws(Refused) {
    for (number, flat) in records.all.enumerated() {
      for (end, plan) in world.links(of: flat.kind) {
        switch flat.text.value(plan.name) {
        case .records?:
          for nested in flat.nested[plan.name] ?? [] { connect(end, ids[number], ids[nested]) }
        case .links(let links)?:
          if links.isEmpty, !plan.isToMany { clear(end, ids[number]) }
          for member in try resolve(links, plan) { connect(end, ids[number], member) }
        default: break
        }
      }
    }
  }

  /// The records that are named, as they were before the statement.
  func resolve(_ links: [LinkText], _ plan: LinkPlan) throws(Refused) -> [RecordID] {
    var found: [RecordID] = []
    for link in links {
      switch link {
      case .record(let id, _):
        guard let record = before.records[id],
          world.isKind(record.kind, of: plan.destination)
        else { throw Refused([.noRecord]) }
        found.append(id)
      case .query(let selection):
        let ids = select(selection)
        if !plan.isToMany, ids.count != 1 { throw Refused([.notOne]) }
        found += ids
      }
    }
    return found
  }
}
