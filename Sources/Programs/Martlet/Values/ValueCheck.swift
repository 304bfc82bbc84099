import Foundation
import Model

extension Value {
  /// Why no store can keep the value, nor a query ask for it; nil if nothing speaks against it.
  var fault: String? {
    switch self {
    case .double(let number) where number.isNaN: "NaN is no value"
    case .decimal(let number) where number.isNaN: "NaN is no value"
    case .string(let text) where text.utf8.contains(0): "a text with NUL is no value"
    case .list(let elements): elements.lazy.compactMap(\.fault).first
    case .object(let fields): fields.lazy.compactMap(\.value.fault).first
    default: nil
    }
  }
}
