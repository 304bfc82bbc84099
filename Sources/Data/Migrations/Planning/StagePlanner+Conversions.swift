import Columns
import Model
import Session
import Storage

/// Attributes that change their type.
extension StagePlanner {
  func convert(_ target: Target, from previous: StoredField) throws {
    let old = try column(of: value(of: previous, target.root), in: target.root, at: nil)
    let placeholder = target.isRequired ? constantDefault(target) : nil
    guard let made = try converted(old, of: previous.type, target, placeholder?.value) else {
      return
    }
    replace(target, by: made.column)
    try report(made.invalidValues, of: target, previous, old.validCount)
    if let placeholder, made.filledCount > 0 {
      note(target, .defaulted(placeholder.text, records: made.filledCount))
    } else if target.isRequired, previous.isOptional {
      let places = try places(of: target.entity) ?? Array(0..<old.count)
      let missing = places.count { !old.isValid($0) }
      if missing > 0 { refuse(target, .lacksValues(records: missing)) }
    }
  }

  /// A converted column.
  private struct Converted {
    let column: Column
    let invalidValues: InvalidValues
    /// How many records without a value got the default.
    let filledCount: Int
  }

  /// The values converted to the type of `target`, with `placeholder` for nil; nil if the type
  /// cannot be stored.
  private func converted(
    _ old: Column,
    of type: ValueType,
    _ target: Target,
    _ placeholder: Value?
  ) throws -> Converted? {
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else {
      return nil
    }
    let conversion = ValueConversion(from: type, to: target.field.type)
    // Records of other models of the same root have no value.
    let ownPlaces = try places(of: target.entity).map(Set.init)
    var (invalidValues, filledCount) = (InvalidValues(), 0)
    for row in 0..<old.count {
      try checkCancellation(at: row)
      let value = old.value(at: row)
      guard !value.isNull else {
        let given = ownPlaces?.contains(row) != false ? placeholder : nil
        if given != nil { filledCount += 1 }
        _ = builder.append(given ?? .null)
        continue
      }
      switch conversion?.convert(value) ?? .invalid {
      case .same(let value): _ = builder.append(value)
      case .rounded(let new):
        _ = builder.append(new)
        invalidValues.note(rounded: value, row)
      case .invalid:
        builder.append(nulls: 1)
        invalidValues.note(value, row)
      }
    }
    return Converted(column: builder.column, invalidValues: invalidValues, filledCount: filledCount)
  }

  /// The values that cannot be converted exactly.
  private struct InvalidValues {
    var count = 0
    var first: (value: Value, place: Int)?
    var roundedCount = 0
    var firstRounded: (value: Value, place: Int)?

    mutating func note(_ value: Value, _ place: Int) {
      count += 1
      if first == nil { first = (value, place) }
    }

    mutating func note(rounded value: Value, _ place: Int) {
      roundedCount += 1
      if firstRounded == nil { firstRounded = (value, place) }
    }
  }

  private func report(
    _ invalidValues: InvalidValues,
    of target: Target,
    _ previous: StoredField,
    _ count: Int
  ) throws {
    let types = TypeChange(before: previous.type, after: target.field.type)
    note(target, .converted(types, values: count - invalidValues.count))
    if let (value, place) = invalidValues.firstRounded {
      let example = try example(value, place, target.root)
      lose(target, .rounded(types, values: invalidValues.roundedCount, example))
    }
    guard let (value, place) = invalidValues.first else { return }
    let example = try example(value, place, target.root)
    if target.isRequired {
      refuse(target, .invalidValues(types.after, values: invalidValues.count, example))
    } else {
      lose(target, .invalidValues(types.after, values: invalidValues.count, example))
    }
  }

  func example(_ value: Value, _ place: Int, _ root: String) throws -> ValueExample {
    ValueExample(value: value, record: try record(place, of: root))
  }
}
