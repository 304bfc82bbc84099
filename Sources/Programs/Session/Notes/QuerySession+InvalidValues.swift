import Diagnostics
import Storage
import Syntax

/// Notes about invalid values that other programs wrote.
extension QuerySession {
  /// A note for each field with invalid values that the last statement read as nil.
  package func invalidValueNotes() -> [String] {
    (store.invalidValues?.takeInvalidFields() ?? []).map { field in
      "\(field.entity).\(field.path) has invalid \(field.type) values, which read as nil; "
        + "`.check \(quotedIfNeeded(field.entity))` lists them"
    }
  }
}
