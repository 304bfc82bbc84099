import Columns
import Expressions
import Model
import Storage

/// Shapes. The related records of a batch are selected together and their columns computed
/// together, then combined into objects.
extension ProgramCompiler {
  func shape(_ shape: RecordShape) -> Program {
    let chooser = MemberChooser(
      shape,
      MemberNode(base: references(shape.base), path: shape.path)
    )
    let compiler = ProgramCompiler(level: shape.level)
    let fields = shape.fields.map { field in
      (field.name, compiler.asValues(compiler.compile(field.expression), field.expression.type))
    }
    let needsOuter = shape.parts.contains { $0.readsScope(below: shape.level) }

    return .values(
      ProgramNode { context in
        let lists = try chooser.lists(context, needsOuter: needsOuter)
        let inner = try compiler.context(
          entity: shape.entity,
          references: lists.members,
          outer: context.outer(of: lists, level: shape.level, isRead: needsOuter),
          elements: context.elements,
          environment: context.environment
        )
        let columns = try fields.map { (name: $0, values: try $1.result(inner)) }
        return (0..<context.count).map { owner in
          let objects = (lists.starts[owner]..<lists.starts[owner + 1]).map { row in
            Value.object(columns.map { ObjectField($0.name, $0.values[row]) })
          }
          return shape.isToMany ? .list(objects) : objects.first ?? .null
        }
      }
    )
  }
}

/// Selects the related records of a shape: filters, sorts and cuts them owner by owner.
private struct MemberChooser {
  private let shape: RecordShape
  private let members: MemberNode
  private let compiler: ProgramCompiler
  private let filter: ProgramNode<[UInt8]>?

  init(_ shape: RecordShape, _ members: MemberNode) {
    self.shape = shape
    self.members = members
    compiler = ProgramCompiler(level: shape.level)
    filter = shape.filter.map(compiler.compileCondition)
    // Compiled before any batch is gathered, so that all columns are known.
    for key in shape.sort { _ = compiler.compile(key.expression) }
  }

  func lists(_ context: BatchContext, needsOuter: Bool) throws -> MemberLists {
    let all = try members.lists(context)
    if filter == nil, shape.sort.isEmpty { return cut(all) }
    let inner = try compiler.context(
      entity: shape.entity,
      references: all.members,
      outer: context.outer(of: all, level: shape.level, isRead: needsOuter),
      elements: context.elements,
      environment: context.environment
    )
    let mask = try filter?.result(inner)
    let rows = mask.map(MaskKernels.selection) ?? Array(all.members.indices)
    return cut(try sorted(rows, of: all, SelectedBatch(context: inner, mask: mask)))
  }

  /// The related records in rows `rows`, sorted within each owner.
  private func sorted(
    _ rows: [Int],
    of lists: MemberLists,
    _ batch: SelectedBatch
  ) throws -> MemberLists {
    let owners = Self.owners(of: rows, lists)
    let cancellation = batch.context.environment.cancellation
    var keys = PackedKeys()
    keys.add(owners, nil, nullsFirst: true)
    for key in shape.sort {
      var values = SortKeyValues(key, compiler)
      try values.addVectors(batch.context, batch.mask.map { _ in rows })
      let (words, validity) = try values.normalized(cancellation)
      keys.add(words, validity, nullsFirst: key.nullsFirst)
    }
    let order = try keys.sortedRows(rows.count, cancellation)
    return MemberLists(
      starts: Self.starts(owners, count: lists.starts.count - 1),
      members: order.map { lists.members[rows[Int($0)]] }
    )
  }

  /// The owner of each row, ascending.
  private static func owners(of rows: [Int], _ lists: MemberLists) -> [UInt64] {
    var owner = 0
    return rows.map { row in
      while lists.starts[owner + 1] <= row { owner += 1 }
      return UInt64(owner)
    }
  }

  private static func starts(_ owners: [UInt64], count: Int) -> [Int] {
    var starts = Array(repeating: 0, count: count + 1)
    for owner in owners { starts[Int(owner) + 1] += 1 }
    for owner in 0..<count { starts[owner + 1] += starts[owner] }
    return starts
  }

  /// Applies the shape's limit and offset to each owner.
  private func cut(_ lists: MemberLists) -> MemberLists {
    guard shape.limit != nil || shape.offset > 0 else { return lists }
    var starts = [0]
    var members: [Int64] = []
    for owner in 0..<lists.starts.count - 1 {
      let all = lists.members[lists.starts[owner]..<lists.starts[owner + 1]]
      members += all.dropFirst(shape.offset).prefix(shape.limit ?? .max)
      starts.append(members.count)
    }
    return MemberLists(starts: starts, members: members)
  }
}
