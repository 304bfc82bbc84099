import Expressions
import Model
import Storage

/// The columns of scanned records that conditions and sort keys read.
struct PlanColumns {
  private(set) var names: [String] = []

  init(_ plan: Plan) {
    collect(plan)
  }

  private mutating func collect(_ plan: Plan) {
    if case .rows = plan { return }
    if let input = plan.input { collect(input) }
    switch plan {
    case .filter(let conjuncts, _): for conjunct in conjuncts { add(conjunct) }
    case .group(let grouping, _): for part in grouping.parts { add(part) }
    case .distinct(let expressions, _): for expression in expressions { add(expression) }
    case .sort(let keys, _, _): for key in keys { add(key.expression) }
    case .window(let windows, _): for part in windows.flatMap(\.parts) { add(part) }
    case .slicePer(let keys, _, _, _): for key in keys { add(key) }
    case .scan, .rows, .slice, .project: break
    }
  }

  private mutating func add(_ expression: TypedExpression) {
    for part in expression.allParts {
      switch part.kind {
      case .attribute(let path, let record): add(Self.column(path.description, of: record))
      case .record(let record): add(Self.column(nil, of: record))
      case .composite(let leaves, .scope): for leaf in leaves { add(leaf.path.description) }
      default: break
      }
    }
  }

  /// The attribute itself, or the reference at the start of a path.
  private static func column(_ attribute: String?, of record: RecordExpression) -> String? {
    switch record {
    case .scope: attribute
    case .toOne(let relationship, .scope): relationship.name
    case .toOne(_, let base): column(nil, of: base)
    }
  }

  private mutating func add(_ name: String?) {
    if let name, !name.hasPrefix("@"), !names.contains(name) { names.append(name) }
  }
}
