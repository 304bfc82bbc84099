import Foundation

/// An element of a column that can be looked up.
protocol IndexKey: Equatable, Sendable {
  /// Well mixed bits, the same for equal keys.
  var indexHash: UInt64 { get }
}

extension UInt64 {
  /// Mixes the bits so that each affects the lowest ones (the finalizer of SplitMix64).
  var mixed: UInt64 {
    var bits = (self ^ (self >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

extension UInt8: IndexKey {
  var indexHash: UInt64 { UInt64(self).mixed }
}

extension Int64: IndexKey {
  var indexHash: UInt64 { UInt64(bitPattern: self).mixed }
}

extension UInt128: IndexKey {
  var indexHash: UInt64 {
    (UInt64(truncatingIfNeeded: self >> 64).mixed &+ UInt64(truncatingIfNeeded: self)).mixed
  }
}

extension Double: IndexKey {
  /// −0 equals 0 and has the same hash.
  var indexHash: UInt64 { (self == 0 ? 0 : bitPattern).mixed }
}

extension Decimal: IndexKey {
  var indexHash: UInt64 { UInt64(bitPattern: Int64(hashValue)) }
}

extension Data: IndexKey {
  var indexHash: UInt64 { UInt64(bitPattern: Int64(hashValue)) }
}
