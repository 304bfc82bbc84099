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

  /// The references behind record values that are no path: of `??`, `if`.
  func references(of operand: TypedExpression) -> ProgramNode<Vector<Int64>> {
    let values = asValues(compile(operand), operand.type)
    return ProgramNode { context in
      let snapshot = context.environment.snapshot
      return Vector(
        try values.result(context).map { value in
          guard case .record(let id) = value else { return Column.nullReference }
          return try snapshot.reference(to: id) ?? Column.nullReference
        }
      )
    }
  }
}
