extension String {
  /// The name as SQLite compares names: ASCII letters in lowercase, others unchanged.
  package var foldedForSQL: String {
    var bytes = Array(utf8)
    for place in bytes.indices where UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[place] {
      bytes[place] |= 0x20
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
