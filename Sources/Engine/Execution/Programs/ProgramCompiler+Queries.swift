import Columns
import Expressions
import Model
import Storage

/// Membership in what a query inside the expression finds.
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
          // Whether a row needs the query at all is for the definition to say.
          throw BatchFailure()
        }
        return Vector(found.mask(vector))
      }
    )
  }
}
