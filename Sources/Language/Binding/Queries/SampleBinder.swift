import Expressions
import Model
import Storage
import Syntax

/// Binds `sample` as a condition: a random number for each record that is small enough, or among
/// the smallest. It depends only on the statement's seed and the record, so that every store gives
/// the same sample.
struct SampleBinder {
  let binder: ExpressionBinder
  let scope: BindingScope
  /// The condition of the saved query whose records are sampled.
  let saved: TypedExpression?

  /// The condition with the sample; `predicate` is that of `where`.
  func predicate(_ sample: SampleClause, of predicate: TypedExpression?) -> TypedExpression? {
    let conditions = [saved, predicate].compactMap { $0 }
    let entity = scope.entity.name
    let record = TypedExpression(.record(scope.record), .record(entity: entity))
    binder.findings.samples += 1
    let place = TypedExpression.literal(.int(Int64(-binder.findings.samples)), .int)
    let random = TypedExpression(.call(.random, [place, record]), .double)
    if sample.isPercentage {
      guard let share = share(sample.amount) else { return predicate }
      let isChosen = TypedExpression(
        .comparison(.less, random, .literal(.double(share), .double)),
        .bool
      )
      return .conjunction(of: [predicate].compactMap { $0 } + [isChosen])
    }
    guard let count = binder.wholeNumber(sample.amount, "sample", least: 1) else {
      return predicate
    }
    let query = RecordQuery(
      entity: entity,
      predicate: .conjunction(of: conditions),
      sort: [
        SortKey(expression: random, isDescending: false, nullsFirst: true, order: .standard)
      ],
      limitKeys: [],
      limit: count,
      offset: 0
    )
    return TypedExpression(.membershipInQuery(record, query), .bool)
  }

  /// The share of a percentage; nil after an error.
  private func share(_ syntax: ExpressionSyntax) -> Double? {
    let known = binder.findings.all.count
    let number: Double? =
      switch binder.constant(syntax, wanting: .double) {
      case .int(let number)?: Double(number)
      case .double(let number)?: number
      default: nil
      }
    if binder.findings.all.count > known { return nil }
    guard let number, (0...100).contains(number) else {
      return binder.fail(ClauseError.badPercentage(syntax.span))
    }
    return number / 100
  }
}
