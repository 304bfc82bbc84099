import Columns
public import Model

/// The combined fields of several tables, and their types.
public struct InferredTable: Sendable {
  /// The attributes; one without values has the type of nil.
  public private(set) var attributes: [CompositeField]
  /// The shapes of nested arrays, by path.
  public private(set) var children: [(path: AttributePath, shape: InferredTable)]
  /// The attributes with values of different types.
  private(set) var mixed: [AttributePath]

  /// Two incompatible types.
  public struct Conflict: Error {
    /// The field.
    public let path: AttributePath
    /// The types.
    public let types: [ValueType]
  }

  /// The shape of a table.
  public init(_ table: ReadTable) {
    attributes = table.attributes.map { attribute in
      CompositeField(
        name: attribute.name,
        type: Self.known(attribute.type, [attribute.name], table),
        isOptional: attribute.isOptional
      )
    }
    children = table.children.map { ($0.path, InferredTable($0.table)) }
    mixed = table.mixed
  }

  /// The type, with the type of nil wherever no value determines it.
  private static func known(_ type: ValueType, _ path: [String], _ table: ReadTable) -> ValueType {
    if case .composite(let composite) = type {
      let fields = composite.fields.map {
        CompositeField(
          name: $0.name,
          type: known($0.type, path + [$0.name], table),
          isOptional: $0.isOptional
        )
      }
      return .composite(CompositeType(fields: fields))
    }
    guard let column = table.columns[AttributePath(path)] else { return type }
    if case .list(let lists) = column, lists.elements.validCount == 0 { return .list(.null) }
    return column.validCount == 0 ? .null : type
  }

  /// Merges the fields of another table.
  ///
  /// - Parameter textsOnly: Whether incompatible types become strings.
  public mutating func join(_ other: InferredTable, textsOnly: Bool) throws(Conflict) {
    attributes = try Self.joined(attributes, other.attributes, [], textsOnly)
    for (path, shape) in other.children {
      if let place = children.firstIndex(where: { $0.path == path }) {
        try children[place].shape.join(shape, textsOnly: textsOnly)
      } else {
        children.append((path, shape))
      }
    }
    mixed += other.mixed.filter { !mixed.contains($0) }
    dropEmptyArrays()
  }

  /// Removes empty arrays that are arrays of objects in another table.
  private mutating func dropEmptyArrays() {
    for (path, _) in children where path.components.count == 1 {
      attributes.removeAll { field in
        field.name == path.components[0] && (field.type == .list(.null) || field.type == .null)
      }
    }
  }

  private static func joined(
    _ fields: [CompositeField],
    _ others: [CompositeField],
    _ path: [String],
    _ textsOnly: Bool
  ) throws(Conflict) -> [CompositeField] {
    var result: [CompositeField] = []
    for field in fields {
      guard let other = others.first(where: { $0.name == field.name }) else {
        result.append(CompositeField(name: field.name, type: field.type, isOptional: true))
        continue
      }
      result.append(
        CompositeField(
          name: field.name,
          type: try joined(field.type, other.type, path + [field.name], textsOnly),
          isOptional: field.isOptional || other.isOptional
        )
      )
    }
    let known = Set(fields.map(\.name))
    result += others.filter { !known.contains($0.name) }.map {
      CompositeField(name: $0.name, type: $0.type, isOptional: true)
    }
    return result
  }

  private static func joined(
    _ type: ValueType,
    _ other: ValueType,
    _ path: [String],
    _ textsOnly: Bool
  ) throws(Conflict) -> ValueType {
    switch (type, other) {
    case (_, .null): return type
    case (.null, _): return other
    case (.int, .double), (.double, .int): return .double
    case (.composite(let left), .composite(let right)):
      return .composite(
        CompositeType(fields: try joined(left.fields, right.fields, path, textsOnly))
      )
    case (.list(let left), .list(let right)):
      return .list(try joined(left, right, path, textsOnly))
    default:
      if type == other { return type }
      if textsOnly { return .string }
      throw Conflict(path: AttributePath(path), types: [type, other])
    }
  }
}

extension ReadTable {
  /// Joins tables; each gets all fields of `shape`, which combines theirs.
  public init(joining tables: [ReadTable], as shape: InferredTable) {
    let attributes = shape.attributes.map {
      Attribute(name: $0.name, type: $0.type.textWhereUnknown, isOptional: $0.isOptional)
    }
    let count = tables.reduce(0) { $0 + $1.count }
    var columns: [AttributePath: Column] = [:]
    for field in attributes.flatMap(StoredField.leaves) {
      guard let empty = Column.empty(of: field.type) else { continue }
      let builder = makeColumnBuilder(continuing: empty)
      for table in tables {
        let column = table.columns[field.path]?.widened(to: field.type)
        if column.map(builder.append(contentsOf:)) != true { builder.append(nulls: table.count) }
      }
      columns[field.path] = builder.column
    }
    self.init(
      attributes: attributes,
      count: count,
      columns: columns,
      children: shape.children.map { Self.children(of: tables, $0.path, $0.shape) },
      mixed: shape.mixed
    )
  }

  private static func children(
    of tables: [ReadTable],
    _ path: AttributePath,
    _ shape: InferredTable
  ) -> ReadChildren {
    var owners: [Int64] = []
    var found: [ReadTable] = []
    var row: Int64 = 0
    for table in tables {
      if let children = table.children.first(where: { $0.path == path }) {
        owners += children.owners.map { $0 + row }
        found.append(children.table)
      }
      row += Int64(table.count)
    }
    return ReadChildren(
      path: path,
      owners: owners,
      table: ReadTable(joining: found, as: shape)
    )
  }
}

extension ValueType {
  /// The type with strings in place of unknown types.
  fileprivate var textWhereUnknown: ValueType {
    switch self {
    case .null: return .string
    case .list(let element): return .list(element.textWhereUnknown)
    case .composite(let composite):
      let fields = composite.fields.map {
        CompositeField(name: $0.name, type: $0.type.textWhereUnknown, isOptional: $0.isOptional)
      }
      return .composite(CompositeType(fields: fields))
    default: return self
    }
  }
}

extension Column {
  /// The column as `type`, with Ints converted to Doubles; nil if it has no values.
  fileprivate func widened(to type: ValueType) -> Column? {
    if validCount == 0 { return nil }
    switch (self, type) {
    case (.int(let numbers), .double):
      return .double(
        FixedColumn(values: numbers.values.map { Double($0) }, validity: numbers.validity)
      )
    case (.list(let lists), .list(let element)):
      guard lists.elements.validCount > 0 else {
        guard let empty = Column.empty(of: element) else { return nil }
        let builder = makeColumnBuilder(continuing: empty)
        builder.append(nulls: lists.elements.count)
        return .list(
          ListColumn(starts: lists.starts, elements: builder.column, validity: lists.validity)
        )
      }
      return lists.elements.widened(to: element).map {
        .list(ListColumn(starts: lists.starts, elements: $0, validity: lists.validity))
      }
    default:
      return self
    }
  }
}
