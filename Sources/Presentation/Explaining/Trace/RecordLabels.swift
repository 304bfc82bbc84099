import Execution
import Model

/// The labels of records in explanations: `Budget#1 Summer Vacation`.
struct RecordLabels {
  let schema: Schema
  let records: SnapshotRecords
  let reference: (RecordID) throws -> Int64?

  func label(_ id: RecordID) -> String {
    guard let name = (try? reference(id)).flatMap({ $0 }).flatMap({ display(id, $0) }) else {
      return id.description
    }
    return "\(id) \(name)"
  }

  /// The value of the entity's display attribute.
  private func display(_ id: RecordID, _ reference: Int64) -> String? {
    let entity = schema.entity(id.entity)
    guard let name = entity?.displayProperty ?? entity?.firstText,
      let value = try? records.value(
        of: AttributePath([name]),
        entity: id.entity,
        reference: reference
      ), case .string(let text) = value
    else { return nil }
    return text
  }
}

extension Entity {
  /// The first string attribute, which identifies records better than a number.
  fileprivate var firstText: String? { attributes.first { $0.type == .string }?.name }
}
