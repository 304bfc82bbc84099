public import Planning
public import Storage

extension Executor {
  /// How the store carries out the scan of `plan`; nil where it has nothing to say.
  public func explanation(of plan: Plan) throws -> StoreExplanation? {
    guard let query = plan.innermostQuery else { return nil }
    let compiler = ProgramCompiler()
    compile(plan, compiler)
    return try environment.snapshot.explanation(of: query, compiler.sources)
  }

  /// Compiles what stands over the scan, as running the plan does, so that the columns are known.
  private func compile(_ plan: Plan, _ compiler: ProgramCompiler) {
    switch plan {
    case .scan: break
    case .rows(let inner, _): compile(inner, compiler)
    case .filter(let conjuncts, let input):
      if input.isOverRecords { for conjunct in conjuncts { _ = Condition(conjunct, compiler) } }
      compile(input, compiler)
    case .distinct(let expressions, let input):
      if input.isOverRecords { _ = GroupNumbers(expressions, compiler) }
      compile(input, compiler)
    case .group(let grouping, let input):
      if input.isOverRecords { _ = GroupCollector(grouping, of: input.entity, compiler) }
      compile(input, compiler)
    case .sort(let keys, let keep, let input):
      if input.isOverRecords { _ = RowSorter(keys, keep: keep, compiler) }
      compile(input, compiler)
    case .slice(_, _, let input), .project(_, let input): compile(input, compiler)
    }
  }
}

extension Plan {
  /// Whether its records are the store's own, and not rows that were made.
  fileprivate var isOverRecords: Bool {
    switch self {
    case .scan: true
    case .rows, .group: false
    case .filter(_, let input), .distinct(_, let input), .sort(_, _, let input),
      .slice(_, _, let input), .project(_, let input):
      input.isOverRecords
    }
  }
}
