import Columns
import Execution
import Expressions
import Model
import Rendering
import Storage

/// Records that get another root, with what they have of its columns.
final class MovedRows {
  /// Where a record stands so far.
  struct Source: Hashable {
    let root: String
    let place: Int
    let kind: String
  }

  /// The root that they get.
  let root: String
  /// The records in their order.
  let sources: [Source]
  private let moves: KindMoves
  private var columns: [AttributePath: Column] = [:]
  /// The numbers that they keep; nil where they get new ones.
  private let numbers: [RecordKey]?
  private var planner: StagePlanner { moves.planner }

  init(_ sources: [Source], to root: String, _ moves: KindMoves) throws {
    (self.root, self.moves) = (root, moves)
    self.sources = sources.sorted { ($0.root, $0.place) < ($1.root, $1.place) }
    let roots = Set(sources.map(\.root))
    // A table that is new has no numbers that could be the same.
    if roots.count == 1, let former = roots.first, moves.planner.oldStored.entity(root) == nil {
      let keys = try moves.keys(of: former)
      numbers = self.sources.map { keys[$0.place] }
    } else {
      numbers = nil
    }
    try fill()
    tell(roots)
  }

  /// The keys that the records get.
  func keys(
    _ reserve: (_ count: Int, _ entity: String) throws -> Range<Int64>
  ) throws -> [RecordKey] {
    if let numbers { return numbers }
    return try reserve(sources.count, root).map(RecordKey.number)
  }

  func rows(_ keys: [RecordKey]) -> RecordRows {
    RecordRows(entity: root, keys: .list(keys), columns: columns)
  }

  private func tell(_ roots: Set<String>) {
    for kind in Set(sources.map(\.kind)).sorted() {
      let count = sources.count { $0.kind == kind }
      let (records, verb) = (counted(count, "record"), count == 1 ? "leaves" : "leave")
      let from = roots.sorted().filter { $0 != kind }.map { "`\($0)`" }.joined(separator: ", ")
      let parent = moves.new.entity(kind)?.parent
      let isCarried = parent != nil && parent == moves.old.entity(kind)?.parent
      let start =
        parent.map { "\(isCarried ? "goes with" : "specialises") `\($0)`" } ?? "stands alone"
      let leaving = from.isEmpty || isCarried ? records : "\(records) \(verb) \(from)"
      moves.note(
        kind,
        nil,
        "\(start); \(leaving), with \(numbers == nil ? "new" : "the same") numbers"
      )
    }
  }

  // MARK: Values

  private func fill() throws {
    guard let entity = planner.newStored.entity(root) else { return }
    let layout = try TableLayout(entity, in: planner.newStored)
    var used: Set<PathOfKind> = []
    for field in layout.fields {
      guard let builder = Column.empty(of: field.type).map(makeColumnBuilder) else { continue }
      if field.path.components == [Schema.kindAttribute] {
        for source in sources { _ = builder.append(.string(source.kind)) }
      } else {
        try fill(builder, field, &used)
      }
      columns[field.path] = builder.column
    }
    try tellLost(used)
  }

  /// A column of a root, as records of a model have it.
  private struct PathOfKind: Hashable {
    let root: String
    let kind: String
    let path: AttributePath
  }

  private func fill(
    _ builder: any ColumnBuilder,
    _ field: StoredField,
    _ used: inout Set<PathOfKind>
  ) throws {
    let target = planner.target(field, root)
    var missing = 0
    var (misfits, rounded): ([String], [String]) = ([], [])
    let standIn = planner.standIn(for: target)
    var constant: Value?
    for source in sources {
      guard moves.new.isKind(source.kind, of: target.entity) else {
        builder.append(nulls: 1)
        continue
      }
      let former = former(target, of: source.kind, in: source.root)
      var value = Value.null
      if let former {
        used.insert(PathOfKind(root: source.root, kind: source.kind, path: former.path))
        let whole = try planner.wholeColumn(of: former, in: source.root)
        let old = whole.value(at: source.place)
        switch old.isNull ? .same(.null) : converted(old, former.type, field.type) {
        case .same(let found): value = found
        case .rounded(let found):
          value = found
          rounded.append(try planner.example(old, source.place, source.root))
        case .misfit: misfits.append(try planner.example(old, source.place, source.root))
        }
      }
      if value.isNull, former == nil || target.isRequired {
        value = try constant ?? planner.value(of: standIn)
        if standIn?.expression.isConstant == true { constant = value }
      }
      if value.isNull, target.isRequired { missing += 1 }
      _ = builder.append(value)
    }
    tell(target, missing: missing, misfits, rounded)
  }

  private func converted(
    _ value: Value,
    _ source: ValueType,
    _ target: ValueType
  ) -> ValueConversion.Outcome {
    if source == target { return .same(value) }
    return ValueConversion(from: source, to: target)?.convert(value) ?? .misfit
  }

  private func tell(
    _ target: StagePlanner.Target,
    missing: Int,
    _ misfits: [String],
    _ rounded: [String]
  ) {
    if let first = rounded.first {
      moves.lose(
        target.entity,
        target.name,
        "\(counted(rounded.count, "value")) "
          + "\(rounded.count == 1 ? "loses" : "lose") a part as \(target.field.type), such as \(first)"
      )
    }
    if let first = misfits.first {
      moves.lose(
        target.entity,
        target.name,
        "\(counted(misfits.count, "value")) \(misfits.count == 1 ? "is" : "are") no "
          + "\(target.field.type), such as \(first)"
      )
    }
    guard missing > 0 else { return }
    moves.refuse(
      target.entity,
      target.name,
      "is required, and \(counted(missing, "record")) \(missing == 1 ? "lacks" : "lack") it",
      help: "a version before gives `\(target.entity).\(target.name)` a value, or it gets a default"
    )
  }

  /// Where records of a model have the values of a field so far.
  private func former(
    _ target: StagePlanner.Target,
    of kind: String,
    in root: String
  ) -> StoredField? {
    guard let path = planner.formerPath(of: target, in: kind) else { return nil }
    return planner.oldStored.entity(root)?.storedFields.first { $0.path == path }
  }

  /// Values for which the models have no place any more.
  private func tellLost(_ used: Set<PathOfKind>) throws {
    let byKind = Dictionary(grouping: sources) { [$0.root, $0.kind] }
    for (names, sources) in byKind.sorted(by: { $0.key[1] < $1.key[1] }) {
      let (root, kind) = (names[0], names[1])
      for field in planner.oldStored.entity(root)?.storedFields ?? []
      where field.path.components != [Schema.kindAttribute] {
        if used.contains(PathOfKind(root: root, kind: kind, path: field.path)) { continue }
        let column = try planner.wholeColumn(of: field, in: root)
        let count = sources.count { column.isValid($0.place) }
        guard count > 0 else { continue }
        let name = planner.owner(of: field.path, in: root).name
        moves.lose(kind, name, "\(counted(count, "value")) would be lost")
      }
    }
  }
}

extension StagePlanner {
  /// A record by its root and its place among those of it.
  struct StoredPlace: Hashable {
    let root: String
    let place: Int
  }

  /// The values of a field for all records of a root; they are read once.
  func wholeColumn(of field: StoredField, in root: String) throws -> Column {
    let member = StoredMember(root: root, path: field.path)
    if let known = knownColumns[member] { return known }
    let column = try column(of: value(of: field, root), in: root, at: nil)
    knownColumns[member] = column
    return column
  }

  /// The default that records get which have no value; nil without one.
  func standIn(for target: Target) -> DefaultValue? {
    target.field.path.components.count == 1 ? target.declared?.attribute.defaultValue : nil
  }

  /// A default as one record gets it: `uuid()` is another one for each.
  func value(of standIn: DefaultValue?) throws -> Value {
    try standIn.map { try executor.value(of: $0.expression) } ?? .null
  }
}
