import Binding
import Columns
import Context
import Demo
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Session
import Storage
import Syntax

/// `generate 10000 User seed 7`
extension QuerySession {
  /// How often to regenerate records that violate a rule.
  private static let maxRounds = 100
  /// Stop after this many rounds without progress.
  private static let maxIdleRounds = 20
  /// How many reasons an error lists.
  private static let maxReasons = 3

  func generate(_ statement: GenerateStatement) throws -> StatementOutcome {
    let (records, note) = try generated(statement, isPreview: false)
    let summary = try modelContext.insert(
      records,
      settings.evaluationContext(),
      title: title
    )
    return .message(ChangeWording.insertion(summary) + note)
  }

  /// Shows what `generate` would insert.
  func previewGenerate(_ statement: GenerateStatement) throws -> StatementOutcome {
    let (records, note) = try generated(statement, isPreview: true)
    let preview = try modelContext.preview(
      inserting: records,
      settings.evaluationContext()
    )
    let message = ChangeWording.insertion(preview.summary, isPreview: true) + note
    return .report(PreviewReport(preview, message: message).report)
  }

  /// The records, and a note with the seed if the statement has none.
  private func generated(
    _ statement: GenerateStatement,
    isPreview: Bool
  ) throws -> (ChangeSet, String) {
    guard (1...RecordGenerator.maxDrafts).contains(statement.count.value) else {
      throw DiagnosticList([
        Diagnostic(
          "`generate` creates 1 to \(groupedDigits(RecordGenerator.maxDrafts)) records",
          at: statement.count.span
        )
      ])
    }
    let kind = try binder.bindEntity(statement.entity).name
    let seed = statement.seed ?? UInt64.random(in: 0..<1_000_000)
    var generator = try generator(seed, isPreview: isPreview)
    do {
      try generator.make(statement.count.value, of: kind)
      let records = try regenerated(&generator, of: statement)
      return (records, statement.seed == nil ? "; seed \(seed)" : "")
    } catch let error as RecordGenerator.GenerationError {
      throw DiagnosticList([Diagnostic(error.message, at: statement.entity.span)])
    }
  }

  private func generator(_ seed: UInt64, isPreview: Bool) throws -> RecordGenerator {
    let snapshot = try modelContext.snapshot()
    let executor = try executor(over: snapshot)
    // Dates are relative to a fixed day, so that a seed always gives the same values.
    let day = CivilDate(year: 2026, month: 1, day: 1).dayNumber * Timestamp.microsecondsPerDay
    return RecordGenerator(
      schema: schema,
      store: store,
      isPreview: isPreview,
      cancellation: cancellation,
      values: SampleValues(
        random: SplitMix64(state: seed),
        today: Timestamp(microseconds: day)
      ),
      existing: { [binder] kind in
        let request = binder.request(forAll: kind)
        let found = try executor.references(of: executor.plan(request), first: nil)
        return try snapshot.recordIDs(of: request.entity, at: found).map(\.key)
      },
      memberCounts: { relationship in
        let owners = try executor.references(of: .scan(entity: relationship.entity), first: nil)
        let keys = try snapshot.recordIDs(of: relationship.entity, at: owners).map(\.key)
        guard relationship.isToMany else {
          let column = try snapshot.gather(
            [.toOne(relationship.name)],
            of: relationship.entity,
            at: owners
          )[0]
          guard case .reference(let targets) = column else { return [:] }
          let taken = zip(keys, targets.values).filter { $1 != Column.nullReference }.map {
            ($0.0, 1)
          }
          return Dictionary(keepingFirst: taken)
        }
        let lists = try snapshot.members(of: relationship, owners: owners)
        let counts = keys.indices.map { (keys[$0], lists.starts[$0 + 1] - lists.starts[$0]) }
        return Dictionary(keepingFirst: counts)
      },
      areTaken: { keys, root in
        try snapshot.references(to: .list(keys), of: root).map { $0 != Column.nullReference }
      }
    )
  }

  /// The records, after regenerating those that violate a rule or a unique key.
  private func regenerated(
    _ generator: inout RecordGenerator,
    of statement: GenerateStatement
  ) throws -> ChangeSet {
    var problems: [ChangeProblem] = []
    var fewest = Int.max
    var idleRounds = 0
    for _ in 0...Self.maxRounds {
      let records = try generator.records()
      problems = try modelContext.problems(
        inserting: records,
        settings.evaluationContext()
      )
      if problems.isEmpty { return records }
      idleRounds = problems.count < fewest ? 0 : idleRounds + 1
      fewest = min(fewest, problems.count)
      guard idleRounds < Self.maxIdleRounds, renew(problems, &generator) else { break }
    }
    throw impossible(problems, generator.drafts.count, statement)
  }

  /// Regenerates the records with problems; returns whether there are any.
  private func renew(_ problems: [ChangeProblem], _ generator: inout RecordGenerator) -> Bool {
    let broken = Set(problems.filter(\.isOfValues).compactMap(\.record))
    var isAnyNew = false
    for (place, draft) in generator.drafts.enumerated() {
      let root = schema.root(of: draft.kind)
      let key = generator.finalKey(.number(draft.number), of: root)
      let id = RecordID(entity: root, key: key)
      guard broken.contains(id) else { continue }
      generator.renew(place)
      isAnyNew = true
    }
    return isAnyNew
  }

  private func impossible(
    _ problems: [ChangeProblem],
    _ total: Int,
    _ statement: GenerateStatement
  ) -> DiagnosticList {
    let count = Set(problems.map(\.record)).count
    var reasons: [String] = []
    for reason in problems.map({ ChangeProblemWording.message($0, isNew: true) })
    where !reasons.contains(reason) && reasons.count < Self.maxReasons {
      reasons.append(reason)
    }
    return DiagnosticList([
      Diagnostic(
        "no records created: found no valid values for \(groupedDigits(count)) of "
          + counted(total, "record"),
        at: statement.entity.span,
        help: reasons
      )
    ])
  }
}

extension ChangeProblem {
  /// Whether other values of the record may help.
  fileprivate var isOfValues: Bool {
    switch self {
    case .taken, .repeated, .broken, .unchecked, .missingValue: true
    default: false
    }
  }
}
