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

  /// Puts the attributes in the order of `names`.
  mutating func putInOrder(_ names: [String]) {
    attributes = names.compactMap { name in attributes.first { $0.name == name } }
  }

  private static func type(
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
