import Model
import SQLGeneration

extension SQLiteCell {
  /// The value by its storage class.
  var value: Value {
    if let integer { return .int(integer) }
    if let double { return .double(double) }
    if let text { return .string(text) }
    return data.map(Value.data) ?? .null
  }

  /// The value for binding.
  var sqlValue: SQLValue {
    if let integer { return .integer(integer) }
    if let double { return .real(double) }
    if let text { return .text(text) }
    return data.map(SQLValue.blob) ?? .null
  }
}
