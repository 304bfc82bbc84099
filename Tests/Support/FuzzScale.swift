import Foundation

/// A count of random cases: as given in `make test`, many times as many in `make fuzz`, which sets
/// `MARTLET_FUZZ_SCALE`.
public func fuzzCount(_ count: Int) -> Int {
  let scale = ProcessInfo.processInfo.environment["MARTLET_FUZZ_SCALE"].flatMap(Int.init) ?? 1
  return count * max(1, scale)
}
