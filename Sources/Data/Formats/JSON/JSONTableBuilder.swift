import Columns
import Model
import Storage

/// Turns the tree of fields into attributes, columns and the tables of nested arrays.
struct JSONTableBuilder {
  private let rowCount: Int
  private var columns: [AttributePath: Column] = [:]
  private var children: [ReadChildren] = []
  private var mixed: [AttributePath] = []

  /// The table of `rowCount` objects with the fields of `root`.
  static func makeTable(_ root: JSONObjectNode, rowCount: Int) -> ReadTable {
    var maker = JSONTableBuilder(rowCount: rowCount)
    let attributes = maker.fields(of: root, path: [], presentCount: rowCount)
    return ReadTable(
      attributes: attributes.map {
        Attribute(name: $0.name, type: $0.type, isOptional: $0.isOptional)
      },
      count: rowCount,
      columns: maker.columns,
      children: maker.children,
      mixed: maker.mixed
    )
  }

  private init(rowCount: Int) {
    self.rowCount = rowCount
  }

  /// The attributes of a node. Arrays of objects are added to ``children``.
  private mutating func fields(
    of node: JSONObjectNode,
    path: [String],
    presentCount: Int
  ) -> [CompositeField] {
    let names = ColumnNames.completed(node.fields.map(\.name))
    var fields: [CompositeField] = []
    for (name, field) in zip(names, node.fields) {
      guard let type = type(of: field, at: AttributePath(path + [name])) else { continue }
      let isOptional = field.presentCount < presentCount
      fields.append(CompositeField(name: name, type: type, isOptional: isOptional))
    }
    return fields
  }

  /// Adds the columns of `field` and returns its type; nil if it has none.
  private mutating func type(of field: JSONField, at path: AttributePath) -> ValueType? {
    switch field.shape {
    case .unknown:
      columns[path] = .nils(count: rowCount)
      return .string
    case .scalar(let builder):
      builder.pad(to: rowCount)
      columns[path] = builder.makeColumn()
      if field.isMixed { mixed.append(path) }
      return builder.kind.valueType
    case .list(let list):
      columns[path] = list.makeColumn(count: rowCount)
      return .list(list.kind?.valueType ?? .string)
    case .object(let node):
      let fields = fields(of: node, path: path.components, presentCount: node.presentCount)
      return fields.isEmpty ? nil : .composite(CompositeType(fields: fields))
    case .children(let found):
      let table = Self.makeTable(found.root, rowCount: found.count)
      children.append(ReadChildren(path: path, owners: found.owners, table: table))
      return nil
    }
  }
}
