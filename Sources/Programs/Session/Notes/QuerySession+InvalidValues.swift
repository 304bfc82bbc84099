import Diagnostics
import Storage
import Syntax

/// What is said of values that other programs wrote and that do not fit.
extension QuerySession {
  /// A line for each field of which the last statement read such values as nil, until it is asked again.
  package func invalidValueNotes() -> [String] {
    (store.invalidValues?.takeMisfitFields() ?? []).map { field in
      "\(field.entity).\(field.path) has values that are no \(field.type) and read as nil: "
        + "`.check \(quotedIfNeeded(field.entity))` shows them"
    }
  }
}
