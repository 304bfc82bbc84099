import Model
import Storage

/// The rank of each value, for types without a 64-bit form; equal values have the same rank.
struct ValueRanks {
  let ranks: [UInt64]

  /// Ranks `values`; nils have 0 and are ordered by validity.
  init(_ values: [Value], _ cancellation: CancellationFlag) throws {
    let order = try values.indices.filter { !values[$0].isNull }.sorted { left, right in
      try cancellation.check()
      let order = ValueOrder.compare(values[left], values[right]) ?? 0
      return order == 0 ? left < right : order < 0
    }
    var ranks: [UInt64] = Array(repeating: 0, count: values.count)
    var rank: UInt64 = 0
    for (position, index) in order.enumerated() {
      if position > 0, ValueOrder.compare(values[order[position - 1]], values[index]) != 0 {
        rank += 1
      }
      ranks[index] = rank
    }
    self.ranks = ranks
  }
}
