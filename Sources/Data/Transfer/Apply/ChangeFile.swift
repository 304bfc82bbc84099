import Binding
import Columns
import Formats
import Model
import Storage

/// The changes in a file that `diff` wrote: one for each record, with the rows of their parts.
struct ChangeFile {
  /// A problem in a row of the file.
  struct Problem {
    let row: Int
    let column: String?
    let message: String
  }

  /// A change, and the rows that state it.
  struct Item {
    let record: RecordID
    let action: RecordChange.Action
    let row: Int
    fileprivate(set) var values: [RecordChange.ValueChange] = []
    fileprivate(set) var valueRows: [Int] = []
    fileprivate(set) var links: [RecordChange.LinkChange] = []
    fileprivate(set) var linkRows: [Int] = []

    fileprivate init(_ record: RecordID, _ action: RecordChange.Action, row: Int) {
      (self.record, self.action, self.row) = (record, action, row)
    }
  }

  private(set) var items: [Item] = []
  private(set) var problems: [Problem] = []

  static let columns = ["change", "record", "property", "old", "new"]

  private let text: ChangeText
  private let models: [String: ChangedModel]
  private var places: [RecordID: Int] = [:]
  /// The properties and members of each record so far.
  private var known: Set<Part> = []

  private struct Part: Hashable {
    let record: RecordID
    let property: String
    let member: RecordID?
  }

  /// Reads the rows of a file with the columns ``columns``.
  init(_ table: ReadTable, _ schema: Schema, _ binder: Binder) {
    text = ChangeText(schema: schema, binder: binder)
    models = Dictionary(
      schema.storedEntities.map { ($0.name, ChangedModel($0)) },
      uniquingKeysWith: { first, _ in first }
    )
    let columns = Self.columns.map { ($0, table.columns[AttributePath([$0])]) }
    for row in 0..<table.count {
      var cells: [String: String] = [:]
      for (name, column) in columns {
        cells[name] = (column?.value(at: row)).flatMap(TextValue.text)
      }
      add(row, cells)
    }
  }

  /// One change for each record.
  var changes: [RecordChange] {
    items.map {
      RecordChange(record: $0.record, action: $0.action, values: $0.values, links: $0.links)
    }
  }

  /// The row and the column that state one of these properties of a record, or the record; nil if
  /// the file does not change the record.
  func place(stating properties: [String], of record: RecordID) -> (row: Int, column: String)? {
    guard let item = places[record].map({ items[$0] }) else { return nil }
    let index = item.values.firstIndex { properties.contains($0.property.description) }
    guard let stated = index, item.action != .deleted else { return (item.row, "record") }
    return (item.valueRows[stated], "new")
  }

  private mutating func fail(_ row: Int, _ column: String, _ message: String) {
    problems.append(Problem(row: row, column: column, message: message))
  }

  // MARK: Rows

  private mutating func add(_ row: Int, _ cells: [String: String]) {
    guard let word = cells["change"] else { return fail(row, "change", "`change` is missing") }
    guard let action = RecordChange.Action(rawValue: word) else {
      return fail(row, "change", "`\(word)` is not `inserted`, `deleted` or `updated`")
    }
    guard let name = cells["record"] else { return fail(row, "record", "`record` is missing") }
    guard let record = text.record(name) else {
      return fail(row, "record", text.fault(ofRecord: name))
    }
    if action == .inserted, cells["old"] != nil {
      return fail(row, "old", "a new record has no old values")
    }
    if action == .deleted, cells["new"] != nil {
      return fail(row, "new", "a deleted record has no new values")
    }
    guard let place = place(of: record, action, row) else { return }
    guard let property = cells["property"] else {
      if action == .updated || cells["old"] != nil || cells["new"] != nil {
        fail(row, "property", "`property` is missing")
      }
      return
    }
    add(property, Cells(row: row, old: cells["old"], new: cells["new"]), to: place)
  }

  /// The place of a record's change, which is created for its first row.
  private mutating func place(
    of record: RecordID,
    _ action: RecordChange.Action,
    _ row: Int
  ) -> Int? {
    guard let place = places[record] else {
      places[record] = items.count
      items.append(Item(record, action, row: row))
      return items.count - 1
    }
    if items[place].action == action { return place }
    let actions = "\(items[place].action.rawValue) and \(action.rawValue)"
    fail(row, "change", "\(record) is both \(actions)")
    return nil
  }

  /// The two values of a row.
  private struct Cells {
    let row: Int
    let old: String?
    let new: String?
  }

  private mutating func add(_ property: String, _ cells: Cells, to place: Int) {
    guard let model = models[items[place].record.entity] else { return }
    if let field = model.fields[property] {
      return add(field, of: model, cells, to: place)
    }
    guard let relationship = model.relationships[property] else {
      return fail(cells.row, "property", model.fault(ofProperty: property))
    }
    if relationship.isToMany { return add(relationship, cells, to: place) }
    let reader = text
    guard
      let values = values(cells, relationship.destination, { reader.member($0, relationship) })
    else { return }
    add(AttributePath([property]), values, cells.row, to: place)
  }

  private mutating func add(
    _ field: StoredField,
    of model: ChangedModel,
    _ cells: Cells,
    to place: Int
  ) {
    let reader = text
    guard
      let values = values(cells, field.type.description, { reader.value($0, of: field.type) })
    else { return }
    if field.path.components == [Schema.kindAttribute], case .string(let kind) = values.new,
      !text.isKind(kind, of: model.entity)
    {
      return fail(cells.row, "new", "`\(kind)` is not a model of \(model.entity.name)")
    }
    add(field.path, values, cells.row, to: place)
  }

  private mutating func values(
    _ cells: Cells,
    _ type: String,
    _ read: (String) -> Value?
  ) -> (old: Value, new: Value)? {
    var found: [Value] = []
    for (column, text) in [("old", cells.old), ("new", cells.new)] {
      guard let text else {
        found.append(.null)
        continue
      }
      guard let value = read(text) else {
        fail(cells.row, column, "`\(text.prefix(80))` is not a value of type \(type)")
        return nil
      }
      found.append(value)
    }
    return (found[0], found[1])
  }

  // MARK: Values and links

  /// Whether a part is stated for the first time.
  private mutating func isNew(_ property: String, _ member: RecordID?, _ row: Int, _ place: Int)
    -> Bool
  {
    let record = items[place].record
    let part = Part(record: record, property: property, member: member)
    if known.insert(part).inserted { return true }
    fail(row, "property", "\(record).\(property) is changed twice")
    return false
  }

  private mutating func add(
    _ path: AttributePath,
    _ values: (old: Value, new: Value),
    _ row: Int,
    to place: Int
  ) {
    guard isNew(path.description, nil, row, place) else { return }
    items[place].values.append(.init(property: path, old: values.old, new: values.new))
    items[place].valueRows.append(row)
  }

  /// A member of a many-to-many relationship, or the order of all members.
  private mutating func add(_ relationship: Relationship, _ cells: Cells, to place: Int) {
    let name = relationship.name
    if [cells.old, cells.new].contains(where: { $0.map(ChangeText.isList) ?? false }) {
      guard relationship.isOrdered else {
        return fail(cells.row, "property", "`\(name)` is not ordered")
      }
      let reader = text
      guard
        let values = values(
          cells,
          "[\(relationship.destination)]",
          { reader.members($0, relationship) }
        )
      else { return }
      return add(AttributePath([name]), values, cells.row, to: place)
    }
    let inverse = models[relationship.destination]?.relationships[relationship.inverse]
    guard inverse?.isToMany == true else {
      let other = "\(relationship.destination).\(relationship.inverse)"
      return fail(cells.row, "property", "`\(name)` follows from \(other)")
    }
    guard (cells.old == nil) != (cells.new == nil), let given = cells.old ?? cells.new else {
      return fail(cells.row, "new", "a member is in `old` or in `new`")
    }
    guard case .record(let member)? = text.member(given, relationship) else {
      return fail(
        cells.row,
        cells.old == nil ? "new" : "old",
        "`\(given.prefix(80))` is not a record of \(relationship.destination)"
      )
    }
    guard isNew(name, member, cells.row, place) else { return }
    items[place].links.append(
      .init(relationship: name, member: member, isAdded: cells.old == nil)
    )
    items[place].linkRows.append(cells.row)
  }
}

/// The stored properties of a root entity by name.
private struct ChangedModel {
  let entity: Entity
  let fields: [String: StoredField]
  let relationships: [String: Relationship]

  init(_ entity: Entity) {
    self.entity = entity
    fields = Dictionary(
      entity.storedFields.map { ($0.path.description, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    relationships = Dictionary(
      entity.relationships.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func fault(ofProperty name: String) -> String {
    let names = (Array(fields.keys) + relationships.keys).sorted()
    return ChangeText.suggesting(name, names, "\(entity.name) has no attribute `\(name)`")
  }
}
