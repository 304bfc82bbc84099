import Columns
import Diagnostics
import Formats
import Model
import Session
import Storage
import Syntax

/// Records in arrays, as the shapes of a `map` define them.
struct MappedMembers {
  let records: MappedRecords

  /// The records that a shape selects from an array of the outermost records.
  func members(_ shape: ShapeSyntax, named name: String) throws -> ReadChildren {
    try members(shape, named: name, of: records.root, places: nil)
  }

  /// - Parameter places: The new row of each owner; nil if rows are unchanged. Owners without a row
  ///   were removed.
  private func members(
    _ shape: ShapeSyntax,
    named name: String,
    of owner: String,
    places: [Int64: Int64]?
  ) throws -> ReadChildren {
    let array = try array(shape, of: owner)
    let fields = try Fields(shape, of: array.source)
    let made = try records.computed(
      fields.computed,
      of: array.entity.name,
      QueryClauses(
        predicate: shape.predicate,
        sort: shape.sort,
        limit: shape.limit,
        offset: shape.offset
      ),
      owner: array.entity.reference(array.inverse)
    )
    let (kept, owners) = Self.kept(of: made, isSorted: !shape.sort.isEmpty, places)
    let rows = kept.map { made.records[Int($0)] }
    var table = array.source.taking(fields.taken, at: rows)
    table.add(
      made.values.map { ($0.attribute, $0.column.gathered(at: kept)) },
      inOrder: fields.names
    )
    let newPlaces = Dictionary(
      rows.enumerated().map { ($1, Int64($0)) },
      uniquingKeysWith: { first, _ in first }
    )
    for (name, shape) in fields.shapes {
      table.add(try members(shape, named: name, of: array.entity.name, places: newPlaces))
    }
    return ReadChildren(path: AttributePath([name]), owners: owners, table: table.table)
  }

  private func array(_ shape: ShapeSyntax, of owner: String) throws -> MappedRecords.ObjectArray {
    if let path = shape.path.plainPath, let array = records.array(at: path, of: owner) {
      return array
    }
    let text = SyntaxPrinter().text(of: shape.path)
    throw DiagnosticList([
      Diagnostic("`\(text)` is not an array of objects", at: shape.path.span)
    ])
  }

  /// The remaining records, and the rows of their owners in ascending order.
  private static func kept(
    of made: MappedRecords.Computed,
    isSorted: Bool,
    _ places: [Int64: Int64]?
  ) -> (kept: [Int64], owners: [Int64]) {
    var found: [(place: Int64, owner: Int64)] = []
    var counts: [Int64: Int] = [:]
    for (place, owner) in made.owners.enumerated() {
      guard let row = places == nil ? owner : places?[owner] else { continue }
      let number = counts[owner, default: 0]
      counts[owner] = number + 1
      guard number >= made.offset, made.limit.map({ number - made.offset < $0 }) ?? true else {
        continue
      }
      found.append((Int64(place), row))
    }
    if isSorted || places != nil {
      // Records of one owner keep their order.
      let places = found.indices.sorted { (found[$0].owner, $0) < (found[$1].owner, $1) }
      found = places.map { found[$0] }
    }
    return (found.map(\.place), found.map(\.owner))
  }

  /// The items of a shape.
  private struct Fields {
    /// The fields taken unchanged: path and new name.
    var taken: [(path: [String], name: String)] = []
    /// Expressions.
    var computed: [SelectItem] = []
    /// Nested arrays.
    var shapes: [(name: String, shape: ShapeSyntax)] = []
    /// All names in order.
    var names: [String] = []

    init(_ shape: ShapeSyntax, of source: ReadTable) throws {
      for item in shape.items {
        switch item {
        case .all(let span):
          for attribute in source.attributes {
            try note(attribute.name, span)
            taken.append(([attribute.name], attribute.name))
          }
        case .shape(let inner, let alias):
          let path = inner.path.plainPath?.last ?? ""
          try note(alias?.text ?? path, alias?.span ?? inner.path.span)
          shapes.append((alias?.text ?? path, inner))
        case .expression(let value, let alias):
          let path = value.plainPath
          let name = alias?.text ?? path?.last
          if let name { try note(name, alias?.span ?? value.span) }
          if let path, let name, source.has(path) {
            taken.append((path, name))
          } else {
            computed.append(item)
          }
        }
      }
    }

    private mutating func note(_ name: String, _ span: SourceSpan) throws {
      if names.contains(name) {
        throw DiagnosticList([Diagnostic("`\(name)` is given twice", at: span)])
      }
      names.append(name)
    }
  }
}
