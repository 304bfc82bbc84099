import Model
import Storage

extension StoreError {
  /// The model of the record that it is about, as a store keeps it; nil where it tells none.
  var entity: String? {
    switch self {
    case .unknownEntity(let entity), .unknownProperty(let entity, _), .typeMismatch(let entity, _),
      .missingValue(let entity, _), .uniqueConflict(let entity, _, _, _),
      .danglingLink(let entity, _), .schemaConflict(let entity, _), .full(let entity):
      entity
    case .missingRecord(let id), .recordExists(let id), .ambiguousRecord(let id), .leftOut(let id):
      id.entity
    case .outdated, .fixedModels, .readOnly: nil
    }
  }
}
