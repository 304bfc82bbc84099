import Expressions
import Model

extension TypedExpression {
  /// The stored value at `path`: a column, or all columns of a struct.
  static func stored(
    _ path: AttributePath,
    _ type: ValueType,
    of record: RecordExpression
  ) -> TypedExpression {
    guard case .composite(let composite) = type else {
      return TypedExpression(.attribute(path, of: record), type)
    }
    return TypedExpression(.composite(composite.leaves(at: path, names: []), of: record), type)
  }
}

extension CompositeType {
  /// The scalar values of a struct at `path`; `names` are the names within the outermost struct.
  fileprivate func leaves(at path: AttributePath, names: [String]) -> [CompositeLeaf] {
    fields.flatMap { field in
      let (path, names) = (path.appending(field.name), names + [field.name])
      guard case .composite(let inner) = field.type else {
        return [CompositeLeaf(names: names, path: path, type: field.type)]
      }
      return inner.leaves(at: path, names: names)
    }
  }
}
