import Columns
import Expressions
import Model
import Storage

/// Groups records by each prefix of the keys, for the totals of groups.
///
/// All groupings share the programs of one scan, which keep their results of a batch.
final class TotalsCollector: BatchCollector {
  private let grouping: Grouping
  /// The groupings by all keys, by all but the last, …, by none.
  private let levels: [GroupCollector]

  init(_ grouping: Grouping, of entity: String, _ compiler: ProgramCompiler) {
    self.grouping = grouping
    levels = (0...grouping.keys.count).reversed().map {
      GroupCollector(grouping.prefix($0), of: entity, compiler)
    }
  }

  var mayBeDivided: Bool { levels.allSatisfy(\.mayBeDivided) }

  func add(_ batch: SelectedBatch) throws {
    for level in levels { try level.add(batch) }
  }

  func append(_ next: TotalsCollector, _ environment: ExecutionEnvironment) throws {
    for (level, added) in zip(levels, next.levels) { try level.append(added, environment) }
  }

  /// The rows of all groupings in ascending order of their keys; a total follows its groups.
  func rows(_ environment: ExecutionEnvironment) throws -> DerivedRows {
    let parts = try levels.enumerated().map { place, level in
      (count: level.count, columns: try Self.columns(of: level, isTotal: place > 0, environment))
    }
    let keyCount = grouping.keys.count
    let keys = (0..<keyCount).map { key in
      joined(
        parts.enumerated().map { level, part in
          key < keyCount - level ? .column(part.columns[key]) : .nulls(part.count)
        }
      )
    }
    let aggregates = grouping.aggregates.indices.map { place in
      joined(parts.enumerated().map { .column($1.columns[keyCount - $0 + place]) })
    }
    let totals = (0..<keyCount).map { key in
      Column.bool(
        FixedColumn(
          values: parts.enumerated().flatMap { level, part in
            Array(repeating: key < keyCount - level ? UInt8(0) : 1, count: part.count)
          }
        )
      )
    }
    return try environment.groups(grouping, keys + aggregates + totals)
  }

  private static func columns(
    of level: GroupCollector,
    isTotal: Bool,
    _ environment: ExecutionEnvironment
  ) throws -> [Column] {
    do {
      return try level.columns(environment)
    } catch ExecutionError.evaluationOfGroup(let error, let keys, _) {
      throw ExecutionError.evaluationOfGroup(error, keys: keys, isTotal: isTotal)
    }
  }

  private enum Part {
    case column(Column)
    case nulls(Int)
  }

  /// The parts one after another; the first one is a column.
  private func joined(_ parts: [Part]) -> Column {
    guard case .column(let first)? = parts.first else {
      preconditionFailure("the first grouping has all keys")
    }
    let builder = makeColumnBuilder(continuing: first)
    for part in parts.dropFirst() {
      switch part {
      case .column(let column):
        guard builder.append(contentsOf: column) else {
          preconditionFailure("groupings of the same expressions have columns of the same type")
        }
      case .nulls(let count): builder.append(nulls: count)
      }
    }
    return builder.column
  }
}
