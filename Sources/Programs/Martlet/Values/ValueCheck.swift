import Foundation
import Model

extension Value {
  /// Why the value cannot be stored or used in a query, or nil if it can.
  var fault: String? {
    switch self {
    case .double(let number) where number.isNaN: "NaN cannot be stored or compared"
    case .decimal(let number) where number.isNaN: "NaN cannot be stored or compared"
    case .string(let text) where text.utf8.contains(0): "a string cannot contain NUL"
    case .list(let elements): elements.lazy.compactMap(\.fault).first
    case .object(let fields): fields.lazy.compactMap(\.value.fault).first
    default: nil
    }
  }
}
