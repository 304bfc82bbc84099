import Columns
import Expressions
import Model
import Storage

/// Membership in a nested query.
extension ProgramCompiler {
  func membership(_ operand: TypedExpression, in query: RecordQuery) -> Program {
    let references = referenceVector(operand) ?? self.references(of: operand)
    return .bool(
      ProgramNode { context in
        let vector = try references.result(context)
        let found: ReferenceSet
        do {
          found = try context.environment.found(by: query)
        } catch is ExecutionError {
          // The scalar evaluator decides whether a row needs the query.
          throw BatchFailure()
        }
        return Vector(found.mask(vector))
      }
    )
  }
}
