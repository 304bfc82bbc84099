import Columns
import Model
import Storage

/// Attributes whose type changes.
extension StagePlanner {
  func convert(_ target: Target, from former: StoredField) throws {
    let rows = try rows(of: target.root)
    let old = try column(of: value(of: former, target.root), in: target.root, at: nil)
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else { return }
    let conversion = ValueConversion(from: former.type, to: target.field.type)
    var misfits = Misfits()
    // A record of another kind of the same root has none.
    let ownPlaces = try places(of: target.entity).map(Set.init)
    let standIn = target.isRequired ? constantDefault(target) : nil
    var filledCount = 0
    for row in rows.indices {
      try checkCancellation(at: row)
      let value = old.value(at: row)
      guard !value.isNull else {
        if let standIn, ownPlaces?.contains(row) != false {
          _ = builder.append(standIn.value)
          filledCount += 1
        } else {
          builder.append(nulls: 1)
        }
        continue
      }
      switch conversion?.convert(value) ?? .misfit {
      case .same(let value): _ = builder.append(value)
      case .rounded(let new):
        _ = builder.append(new)
        misfits.note(rounded: value, row)
      case .misfit:
        builder.append(nulls: 1)
        misfits.note(value, row)
      }
    }
    plan.change.fills.append(
      FieldFill(
        entity: target.root,
        path: target.field.path,
        column: builder.column,
        replaces: true
      )
    )
    try tell(misfits, of: target, former, old.validCount)
    if let standIn, filledCount > 0 {
      noteDefault(target, standIn.text, filledCount)
    } else if target.isRequired, former.isOptional {
      let missing = old.count - old.validCount
      if missing > 0 { lacks(target, missing, "lack it") }
    }
  }

  /// The values that do not become ones of another type as they are.
  private struct Misfits {
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

  private func tell(
    _ misfits: Misfits,
    of target: Target,
    _ former: StoredField,
    _ count: Int
  ) throws {
    let (before, after) = ("\(former.type)", "\(target.field.type)")
    let types = before == after ? "other cases" : "\(before) → \(after)"
    note(target, "\(types), \(Self.counted(count - misfits.count, "value"))")
    if let (value, place) = misfits.firstRounded {
      let example = try example(value, place, target.root)
      lose(
        target.entity,
        target.name,
        "\(Self.counted(misfits.roundedCount, "value")) "
          + "\(misfits.roundedCount == 1 ? "loses" : "lose") a part as \(types), such as \(example)"
      )
    }
    guard let (value, place) = misfits.first else { return }
    let example = try example(value, place, target.root)
    let text =
      "\(Self.counted(misfits.count, "value")) \(misfits.count == 1 ? "is" : "are") no "
      + "\(target.field.type), such as \(example)"
    if target.isRequired {
      refuse(target.entity, target.name, text, help: stepHelp(target))
    } else {
      lose(target.entity, target.name, text + ": nil from then on")
    }
  }

  func example(_ value: Value, _ place: Int, _ root: String) throws -> String {
    let record = try record(place, of: root).map { " of \($0)" } ?? ""
    return FailureWording.text(value) + record
  }
}
