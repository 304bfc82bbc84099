import Columns
import Expressions
import Model
import Planning
import Storage
import Synchronization

/// Aggregates over to-many relationships for all owners at once, computed once per statement.
///
/// One scan over the related records adds each to its owner. If most owners are needed, that is
/// much faster than gathering the related records of each owner.
final class OwnerAggregates: Sendable {
  private let cache = Mutex(Cache())

  /// A struct, since an empty dictionary with this key type is slow to destroy.
  private struct Cache: Sendable {
    /// Nil if it has to be computed owner by owner.
    var columns: [ToManyAggregate: Column?] = [:]
  }

  /// The aggregate of every owner by its reference. Nil if it has to be computed owner by owner,
  /// for example because one fails, which is then reported.
  func column(
    of aggregate: ToManyAggregate,
    _ type: ValueType,
    _ environment: ExecutionEnvironment
  ) throws -> Column? {
    // Other threads wait for the same aggregate; nothing in here requests another one.
    try cache.withLock { cache in
      if let known = cache.columns[aggregate] { return known }
      let column = try make(aggregate, type, environment)
      cache.columns[aggregate] = .some(column)
      return column
    }
  }

  private func make(
    _ aggregate: ToManyAggregate,
    _ type: ValueType,
    _ environment: ExecutionEnvironment
  ) throws -> Column? {
    guard let relationship = aggregate.path.first,
      let (source, ownerCount) = try environment.snapshot.ownerColumn(of: relationship)
    else { return nil }
    let reduced = GroupAggregate(
      function: aggregate.function,
      filter: aggregate.filter?.atLevel0(aggregate.level),
      element: aggregate.element?.atLevel0(aggregate.level),
      options: aggregate.options,
      type: type
    )
    do {
      let scan = Plan.scan(entity: relationship.destination)
      let executor = Executor(environment: environment.forAnotherThread())
      let memberCount = try environment.snapshot.count(of: relationship.destination)
      return try executor.collect(scan, reading: aggregate.parts) {
        OwnerCollector(
          reduced,
          by: source,
          ownerCount: ownerCount,
          memberCount: memberCount,
          $0
        )
      }.column()
    } catch is ExecutionError {
      return nil
    } catch is GroupFailure {
      return nil
    }
  }
}

extension ToManyAggregate {
  /// Whether it can be computed for all owners at once: an aggregate with a kernel, over one step
  /// from its own scope, that reads only the related records.
  var isOfOwnMembers: Bool {
    guard [.count, .sum, .avg, .min, .max].contains(function), path.count == 1, path[0].isToMany,
      case .scope(level - 1, _) = base
    else { return false }
    return parts.allSatisfy { $0.readsMembersOnly(at: level) }
  }
}

extension TypedExpression {
  fileprivate func readsMembersOnly(at level: Int) -> Bool {
    innerParts.isEmpty && !kind.isReduction && !readsScope(below: level)
      && children.allSatisfy { $0.readsMembersOnly(at: level) }
  }

  /// The expression with the record at scope level `level` moved to level 0.
  fileprivate func atLevel0(_ level: Int) -> TypedExpression {
    replacingRecords { record in
      if case .scope(level, let entity) = record { .scope(level: 0, entity: entity) } else { nil }
    }
  }
}

extension TypedExpression.Kind {
  /// Whether it reads other records.
  fileprivate var isReduction: Bool {
    switch self {
    case .aggregate, .shape, .membershipInQuery: true
    default: false
    }
  }
}

/// Aggregates related records by owner.
private final class OwnerCollector: BatchCollector {
  private let owners: Int
  private let ownerCount: Int
  private let memberCount: Int
  private let aggregate: AggregateColumn

  /// The minimum average number of related records for which parallel parts pay.
  private static let minMembers = 6

  init(
    _ aggregate: GroupAggregate,
    by owners: ColumnSource,
    ownerCount: Int,
    memberCount: Int,
    _ compiler: ProgramCompiler
  ) {
    self.owners = compiler.index(of: owners)
    self.ownerCount = ownerCount
    self.memberCount = memberCount
    self.aggregate = AggregateColumn(aggregate, compiler)
  }

  var mayBeDivided: Bool {
    aggregate.isAppendable && memberCount >= Self.minMembers * ownerCount
  }

  func add(_ batch: SelectedBatch) throws {
    let rows = batch.context.batch
    guard case .reference(let column) = rows.columns[owners] else { throw MismatchedColumn() }
    let owners = Vector(column.values, start: rows.start, count: rows.count)
    guard owners.hasNullReference else {
      return try add(batch.context, nil, owners.map { UInt32(truncatingIfNeeded: $0) })
    }
    let belong = owners.map { ($0 != Column.nullReference).bit }
    let members = MaskKernels.selection(belong)
    try add(batch.context, members, members.map { UInt32(truncatingIfNeeded: owners[$0]) })
  }

  private func add(_ context: BatchContext, _ rows: [Int]?, _ groups: [UInt32]) throws {
    try aggregate.add(context, rows, groups, groupCount: ownerCount)
  }

  /// Each part has state for all owners.
  static var partsPerCore: Int { 1 }

  func append(_ next: OwnerCollector, _ environment: ExecutionEnvironment) {
    aggregate.append(next.aggregate, Array(0..<UInt32(ownerCount)), groupCount: ownerCount)
  }

  func column() throws -> Column {
    try aggregate.column(groupCount: ownerCount)
  }
}

extension Vector where Element == Int64 {
  /// Whether a reference is null, which is the only negative one.
  fileprivate var hasNullReference: Bool {
    values.withUnsafeBufferPointer { values in
      var bits: Int64 = 0
      for reference in values[start..<start + count] { bits |= reference }
      return bits < 0
    }
  }
}
