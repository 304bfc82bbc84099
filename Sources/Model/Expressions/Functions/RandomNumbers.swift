import Model

/// Random numbers that depend only on the statement's seed, the place of the call and the record.
/// Every store, and any number of threads, gives the same ones.
enum RandomNumbers {
  /// `random()` for the arguments seed, place and record, and a range.
  static func value(_ arguments: FunctionArguments) -> Value {
    var state = UInt64(bitPattern: arguments.int(0)) &+ 0x9E37_79B9_7F4A_7C15
    state = mixed(state ^ UInt64(bitPattern: arguments.int(1)))
    hash(arguments[2], into: &state)
    let bits = mixed(state)
    switch (arguments[3], arguments[4]) {
    case (.int(let low), .int(let high)):
      guard low <= high else { return .null }
      let width = UInt64(bitPattern: high &- low)
      if width == .max { return .int(Int64(bitPattern: bits)) }
      return .int(low &+ Int64(bitPattern: bits.multipliedFullWidth(by: width + 1).high))
    case (.double(let low), .double(let high)):
      guard low <= high else { return .null }
      let share = fraction(bits)
      // The difference of two large numbers would overflow.
      let number = low * (1 - share) + high * share
      return number.isNaN ? .null : .double(min(max(number, low), high))
    default: return .double(fraction(bits))
    }
  }

  /// A number from 0 to 1, without 1.
  private static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

  private static func hash(_ value: Value, into state: inout UInt64) {
    switch value {
    case .record(let id):
      hash(.string(id.entity), into: &state)
      switch id.key {
      case .number(let number): state = mixed(state ^ UInt64(bitPattern: number))
      case .values(let values):
        for value in values { hash(value, into: &state) }
      }
    case .int(let number): state = mixed(state ^ UInt64(bitPattern: number))
    case .null: state = mixed(state)
    default:
      for byte in "\(value)".utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
      state = mixed(state)
    }
  }

  /// The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
  private static func mixed(_ state: UInt64) -> UInt64 {
    var bits = state &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
