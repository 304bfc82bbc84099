import Columns

/// A set of references, stored as flags if they are dense.
struct ReferenceSet {
  private enum Members {
    case flags([Bool])
    case scattered(Set<Int64>)
  }

  private let members: Members

  /// The set of `references`; not one is negative.
  init(_ references: [Int64]) {
    let greatest = references.max() ?? -1
    guard greatest < Int64(references.count) * 64 + 65_536 else {
      members = .scattered(Set(references))
      return
    }
    var flags = Array(repeating: false, count: Int(greatest) + 1)
    for reference in references where reference >= 0 { flags[Int(reference)] = true }
    members = .flags(flags)
  }

  /// 1 for each row whose reference is in the set.
  func mask(_ references: Vector<Int64>) -> [UInt8] {
    switch members {
    case .flags(let flags):
      flags.withUnsafeBufferPointer { flags in
        references.map { $0 >= 0 && $0 < flags.count && flags[Int($0)] ? 1 : 0 }
      }
    case .scattered(let set):
      references.map { set.contains($0) ? 1 : 0 }
    }
  }

  /// Whether the set contains `reference`; always false for negative ones.
  func contains(_ reference: Int64) -> Bool {
    switch members {
    case .flags(let flags): reference >= 0 && reference < flags.count && flags[Int(reference)]
    case .scattered(let references): references.contains(reference)
    }
  }
}
