import Binding
import Columns
import Execution
import Model
import Storage

/// Steps that set attributes.
extension StagePlanner {
  /// The step that sets the field; nil if there is none.
  func step(for target: Target) -> BoundSetStep? {
    sets[StoredMember(root: target.root, path: target.field.path)]
  }

  /// Computes the values of a field.
  func set(_ target: Target, by step: BoundSetStep) throws {
    let places = try places(of: step.entity)
    let values: Column
    do {
      values = try column(of: step.value, in: target.root, at: places)
    } catch let error as ExecutionError {
      return refuse(target, .failure(error))
    }
    guard let column = try spread(values, target, at: places) else {
      return refuse(target, .notStorable)
    }
    let count = places?.count ?? column.count
    note(target, .set(records: count))
    replace(target, by: column)
    if let place = (0..<values.count).first(where: { row in
      let value = values.value(at: row)
      return !value.isNull && !target.field.type.holds(value)
    }) {
      let row = places?[place] ?? place
      let example = try example(values.value(at: place), row, target.root)
      refuse(target, .setToInvalidValue(target.field.type, example))
    }
    guard target.isRequired, column.validCount < count,
      let first = (0..<values.count).first(where: { !values.isValid($0) })
    else { return }
    let record = try record(places?[first] ?? first, of: target.root)
    refuse(target, .setToNil(records: count - column.validCount, first: record))
  }

  /// Distributes values of the records at `places` over all records of the root; nil if the field
  /// cannot hold them.
  func spread(_ values: Column, _ target: Target, at places: [Int]?) throws -> Column? {
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else {
      return nil
    }
    guard let places else {
      return builder.append(contentsOf: values) ? builder.column : nil
    }
    builder.append(nulls: try rows(of: target.root).count)
    return builder.set(places.map(Int64.init), to: values) ? builder.column : nil
  }
}
