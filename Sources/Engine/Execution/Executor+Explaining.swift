public import Planning
public import Storage

extension Executor {
  /// The store's explanation of the scan of `plan`, if it has one.
  ///
  /// - Parameter isCount: Whether only the number of rows is wanted.
  public func explanation(of plan: Plan, isCount: Bool = false) throws -> StoreExplanation? {
    guard var query = plan.innermostQuery else { return nil }
    query.isCounted = isCount && plan.isScan
    let compiler = ProgramCompiler()
    compile(plan, compiler)
    return try environment.snapshot.capability((any PushdownSnapshot).self, of: query.entity)?
      .explanation(of: query, compiler.sources)
  }

  /// Compiles everything above the scan to find the columns.
  private func compile(_ plan: Plan, _ compiler: ProgramCompiler) {
    guard let input = plan.input else { return }
    if input.isOverRecords {
      switch plan {
      case .filter(let conjuncts, _):
        for conjunct in conjuncts { _ = Condition(conjunct, compiler) }
      case .distinct(let expressions, _): _ = GroupNumbers(expressions, compiler)
      case .group(let grouping, _): _ = GroupCollector(grouping, of: input.entity, compiler)
      case .sort(let keys, let keep, _): _ = RowSorter(keys, keep: keep, compiler)
      case .window(let windows, _):
        for part in windows.flatMap(\.parts) { _ = compiler.compile(part) }
      case .slicePer(let keys, _, _, _): for key in keys { _ = compiler.compile(key) }
      case .scan, .rows, .slice, .project: break
      }
    }
    compile(input, compiler)
  }
}

extension Plan {
  /// Whether the store does everything except for columns.
  fileprivate var isScan: Bool {
    switch self {
    case .scan: true
    case .project(_, let input): input.isScan
    default: false
    }
  }
}
