import Columns
import Formats
import Model
import Session

/// A table under construction: the result of a `map`.
struct MappedTable {
  private(set) var attributes: [Attribute] = []
  private(set) var columns: [AttributePath: Column] = [:]
  private(set) var children: [ReadChildren] = []
  private(set) var origins: [String: [String]] = [:]
  /// The fields of the source that were used.
  var used: Set<String> = []
  private let count: Int
  private let mixed: [AttributePath]

  init(_ source: ReadTable) {
    count = source.count
    mixed = source.mixed
  }

  var table: ReadTable {
    ReadTable(
      attributes: attributes,
      count: count,
      columns: columns,
      children: children,
      mixed: mixed.filter { path in columns[path] != nil }
    )
  }

  /// Takes the value at a path of the source. Returns false if there is none.
  mutating func take(_ path: [String], from source: ReadTable, as name: String) -> Bool {
    let wanted = AttributePath(path)
    if let found = source.children.first(where: { $0.path == wanted }) {
      children.append(
        ReadChildren(path: AttributePath([name]), owners: found.owners, table: found.table)
      )
    } else {
      guard let (type, isOptional) = Self.type(at: path, in: source) else { return false }
      attributes.append(Attribute(name: name, type: type, isOptional: isOptional))
      for (leaf, column) in source.columns where leaf.components.starts(with: path) {
        let rest = leaf.components.dropFirst(path.count)
        columns[AttributePath([name] + rest)] = column
      }
    }
    origins[name] = path
    used.insert(path[0])
    return true
  }

  /// Keeps a field unchanged.
  mutating func keep(_ name: String, of source: ReadTable) {
    if let attribute = source.attributes.first(where: { $0.name == name }) {
      attributes.append(attribute)
      for (leaf, column) in source.columns where leaf.components.first == name {
        columns[leaf] = column
      }
    }
    children += source.children.filter { $0.path.components.first == name }
  }

  /// Adds computed columns.
  mutating func add(_ made: [(attribute: Attribute, column: Column)]) {
    for (attribute, column) in made {
      attributes.append(attribute)
      columns[AttributePath([attribute.name])] = column
    }
  }

  /// Adds computed columns and sorts all by `names`; other columns come last.
  mutating func add(_ made: [(attribute: Attribute, column: Column)], inOrder names: [String]) {
    add(made)
    let known = Set(names)
    let others = attributes.map(\.name).filter { !known.contains($0) }
    putInOrder(names + others)
  }

  /// Adds records owned by those of the table.
  mutating func add(_ members: ReadChildren) { children.append(members) }

  /// Puts the attributes in the order of `names`.
  mutating func putInOrder(_ names: [String]) {
    attributes = names.compactMap { name in attributes.first { $0.name == name } }
  }

  fileprivate static func type(
    at path: [String],
    in source: ReadTable
  ) -> (ValueType, isOptional: Bool)? {
    guard let attribute = source.attributes.first(where: { $0.name == path[0] }) else { return nil }
    var (type, isOptional) = (attribute.type, attribute.isOptional)
    for name in path.dropFirst() {
      guard case .composite(let composite) = type,
        let field = composite.fields.first(where: { $0.name == name })
      else { return nil }
      (type, isOptional) = (field.type, isOptional || field.isOptional)
    }
    return (type, isOptional)
  }
}

extension ReadTable {
  /// Whether the path itself has a value.
  func has(_ path: [String]) -> Bool {
    children.contains { $0.path.components == path } || MappedTable.type(at: path, in: self) != nil
  }

  /// The given rows with some fields under new names.
  func taking(_ fields: [(path: [String], name: String)], at rows: [Int64]) -> MappedTable {
    let paths = Set(fields.map { $0.path[0] })
    let some = ReadTable(
      attributes: attributes.filter { paths.contains($0.name) },
      count: count,
      columns: columns.filter { paths.contains($0.key.components[0]) },
      children: children.filter { child in fields.contains { $0.path == child.path.components } },
      mixed: mixed
    ).gathered(at: rows)
    var result = MappedTable(some)
    for field in fields { _ = result.take(field.path, from: some, as: field.name) }
    return result
  }

  /// The given rows in order, each at most once.
  private func gathered(at rows: [Int64]) -> ReadTable {
    let places = Dictionary(
      rows.enumerated().map { ($1, Int64($0)) },
      uniquingKeysWith: { first, _ in first }
    )
    return ReadTable(
      attributes: attributes,
      count: rows.count,
      columns: columns.mapValues { $0.gathered(at: rows) },
      children: children.map { child in
        let kept = child.owners.enumerated().compactMap { row, owner in
          places[owner].map { (row: Int64(row), owner: $0) }
        }.sorted { ($0.owner, $0.row) < ($1.owner, $1.row) }
        return ReadChildren(
          path: child.path,
          owners: kept.map(\.owner),
          table: child.table.gathered(at: kept.map(\.row))
        )
      },
      mixed: mixed
    )
  }
}
