import Execution
import Model

/// How records are called where they are explained: `Budget#1 Summer Vacation`.
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

  /// The value of the property that shows a record of the entity.
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
  /// The first text attribute, which tells records apart better than a number does.
  fileprivate var firstText: String? { attributes.first { $0.type == .string }?.name }
}
