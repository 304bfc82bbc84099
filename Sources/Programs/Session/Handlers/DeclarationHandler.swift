import Binding
import Diagnostics
import Syntax

/// Runs statements that declare models, types, relationships and saved queries.
struct DeclarationHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .model(let declaration): try session.declare(declaration, in: source)
    case .enumeration(let declaration):
      try session.declare(.enumeration(declaration), in: source)
    case .structure(let declaration): try session.declare(.structure(declaration), in: source)
    case .extend(let statement): try session.extend(statement)
    case .relate(let statement): try session.relate(statement)
    case .saveQuery(let statement): try session.save(statement)
    default: nil
    }
  }
}
