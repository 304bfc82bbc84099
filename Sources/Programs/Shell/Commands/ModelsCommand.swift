import Diagnostics
import Expressions
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let models = DotCommand(
    name: "models",
    aliases: ["tables", "entities"],
    arguments: "[pattern]",
    wordCounts: 0...1,
    summary: "list the models with their record counts, then enums and structs",
    example: ".models",
    details: """
      A word lists only the models whose names contain it; with `*` and `?`, the models whose names \
      match: `.models B*`.
      """,
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      let pattern = call.words.first?.text ?? ""
      let wildcards = pattern.contains { "*?".contains($0) } ? pattern : "*\(pattern)*"
      let like = StringMatch(.like, ignoresCase: true)
      let matcher = try? StringMatcher(like, needle: wildcards)
      let matches = { (name: String) in pattern.isEmpty || matcher?.matches(name) ?? false }
      let entities = call.session.schema.entities.filter { matches($0.name) }
      let types = call.session.schema.types.filter { matches($0.name) }
      let waiting = call.session.waitingDeclarations.filter { matches($0.name) }
      guard !entities.isEmpty || !types.isEmpty || !waiting.isEmpty else {
        call.console.printLine(
          StyledText(pattern.isEmpty ? "no models yet" : "no such models", .dim)
        )
        return .succeeded
      }
      var failure: SessionError?
      let status = call.printColumns { try call.rows(of: entities, types, waiting, &failure) }
      guard let failure, status == .succeeded else { return status }
      return call.console.report(failure, after: .zero, in: nil)
    }
  )
}

extension CommandCall {
  fileprivate func rows(
    of entities: [Entity],
    _ types: [DeclaredType],
    _ waiting: [WaitingDeclaration],
    _ failure: inout SessionError?
  ) throws -> [(name: String, type: ValueType, values: [Value])] {
    // A model that cannot be read does not hide the others.
    let counts = try entities.map { entity throws -> Value in
      do {
        return try session.quickRecordCount(of: entity.name).map { Value.int(Int64($0)) } ?? .null
      } catch let error as StoreFileError {
        failure = failure ?? SessionError(error, in: nil)
        return .null
      }
    }
    return [
      (
        "model", .string,
        entities.map { .string($0.name) } + types.map { .string($0.shownName) }
          + waiting.map { .string($0.name) }
      ),
      (
        "records", .int,
        counts + (types.map { _ in .null } + waiting.map { _ in .null })
      ),
      (
        "members", .string,
        entities.map { .string($0.shownMembers) } + types.map { .string($0.shownMembers) }
          + waiting.map { .string("waits for \($0.missing.joined(separator: ", "))") }
      ),
    ]
  }
}

extension Entity {
  fileprivate var shownMembers: String {
    properties.filter { !$0.isAnonymous }.map(\.name).joined(separator: ", ")
  }
}

extension DeclaredType {
  fileprivate var shownName: String {
    if case .enumeration = type { "enum \(name)" } else { "struct \(name)" }
  }

  fileprivate var shownMembers: String {
    switch type {
    case .enumeration(let type): type.cases.joined(separator: ", ")
    case .composite(let type): type.fields.map(\.name).joined(separator: ", ")
    default: ""
    }
  }
}
