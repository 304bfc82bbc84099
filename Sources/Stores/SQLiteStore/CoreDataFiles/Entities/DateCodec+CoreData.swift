import SQLGeneration

extension DateCodec {
  /// Core Data counts dates from the beginning of 2001, here in seconds since 1970.
  static let coreDataEpoch: Int64 = 978_307_200

  /// Dates as Core Data writes them.
  static let coreData = DateCodec.seconds(epoch: coreDataEpoch)
}
